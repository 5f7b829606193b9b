import { Button } from '@mantine/core'
import type { Post } from '@polypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { postAnalyticsQuery } from '../../data/analytics.ts'
import { polypost } from '../../data/client.ts'
import { postQuery } from '../../data/post.ts'
import { useMay } from '../../data/session.ts'
import { Icon } from '../../parts/icon.tsx'
import { Problem } from '../../parts/problem.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { Growth } from './growth.tsx'
import classes from './numbers.module.css'
import { numbersWords } from './numbers-words.ts'
import { PlatformNumbers } from './platform-numbers.tsx'

/** The numbers of the post on each platform, and how they grew. */
export function Numbers({ post }: { readonly post: Post }) {
  const t = useWords(numbersWords)
  const times = useTimes()
  const { data, error, refetch } = useQuery(postAnalyticsQuery(post.id))
  const readAt = data?.totals.captured_at ?? null
  return (
    <section className={classes.numbers} aria-label={t.title}>
      <div className={classes.head}>
        <h3 className="label">{t.title}</h3>
        {readAt !== null && <span className="small third">{t.readAt(times.time(readAt), times.zoneName())}</span>}
        <Afresh post={post} />
      </div>
      {error && <ReadError what={t.what} error={error} retry={refetch} />}
      {!error && !data && <Skeleton rows={3} widths={[3, 1, 1, 1]} />}
      {data && !error && readAt === null && <p className="second">{t.unread}</p>}
      {data && !error && readAt !== null && (
        <>
          <PlatformNumbers analytics={data} />
          <Growth analytics={data} />
        </>
      )}
    </section>
  )
}

function Afresh({ post }: { readonly post: Post }) {
  const t = useWords(numbersWords)
  const queries = useQueryClient()
  const mayRead = useMay('editor')
  const read = useMutation({
    mutationFn: () => polypost.analytics.refresh({ post_id: post.id }),
    onSuccess: () => queries.invalidateQueries(postQuery(post.id)),
  })
  if (!mayRead) return null
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        className={classes.afresh}
        leftSection={<Icon name="retry" />}
        loading={read.isPending}
        onClick={() => read.mutate()}
      >
        {t.afresh}
      </Button>
      <Problem error={read.error} />
      {read.data?.platform_errors.map(({ post_id, message }) => (
        <p key={post_id} className="small second" role="status">
          {message}
        </p>
      ))}
    </>
  )
}
