import { Button } from '@mantine/core'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { polypost } from '../../data/client.ts'
import { newKey } from '../../data/new-key.ts'
import { inOrder, type PlatformName } from '../../data/platforms.ts'
import { useOneProfile } from '../../data/scope.ts'
import { Problem } from '../../parts/problem.tsx'
import { platforms } from '../../platforms/index.ts'
import { useWords } from '../../words/words.ts'
import { startWords } from './start-words.ts'

export const anyPostQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', 'any', profileId],
    queryFn: async () => polypost.posts.list({ profile_id: profileId, per_page: 1 }),
  })

/** The film that an instance with simulated platforms keeps among the owner’s uploads. All platforms take it. */
const sample = 'sample.mp4'

/** Opens the composer with a draft that all connected platforms accept. */
export function FirstPost({ isReady }: { readonly isReady: boolean }) {
  const t = useWords(startWords)
  const { id, connected_platforms } = useOneProfile()
  const navigate = useNavigate()
  const key = useRef(newKey())
  const open = useMutation({
    mutationFn: async () => {
      const { media } = await polypost.media.list({ search: sample, kind: 'video', limit: 1 })
      // Options that some platforms require, as in the first post of the README.
      const needsOptions = platforms.filter(({ name, sample }) => sample && connected_platforms.includes(name))
      const body = {
        profile_id: id,
        message: t.message,
        platforms: inOrder(connected_platforms as PlatformName[], (name) => name),
        media: media.map(({ url }) => ({ url })),
        platform_options: Object.fromEntries(needsOptions.map(({ name, sample }) => [name, sample])),
      }
      return polypost.drafts.save(body, { idempotencyKey: key.current })
    },
    onSuccess: ({ id: draft }) => navigate({ to: '/p/$profile/drafts/$id', params: { profile: id, id: draft } }),
  })
  return (
    <>
      <p>{t.publishText}</p>
      {isReady && (
        <Button variant="filled" size="lg" loading={open.isPending} onClick={() => open.mutate()}>
          {t.write}
        </Button>
      )}
      <Problem error={open.error} />
    </>
  )
}
