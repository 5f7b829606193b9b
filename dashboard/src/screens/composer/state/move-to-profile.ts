import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { polypost } from '../../../data/client.ts'
import { postQuery } from '../../../data/post.ts'
import type { Target } from './sending.ts'

/** Moves what is written to another profile. A blank new post is simply another one there. */
export function useMoveToProfile(target: Target): (profile: string) => Promise<unknown> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async (profile) => {
    if (target.kind === 'post') {
      const { id, revision } = target.get()
      target.take(await polypost.posts.update(id, { expected_revision: revision, profile_id: profile }))
      return Promise.all([queries.invalidateQueries(postQuery(id)), queries.invalidateQueries({ queryKey: ['posts'] })])
    }
    const { autosave } = target
    if (autosave.isBlank()) return navigate({ to: '/p/$profile/new', params: { profile }, replace: true })
    const { id, revision } = await autosave.flush()
    autosave.take(await polypost.drafts.update(id, { expected_revision: revision, profile_id: profile }))
    return queries.invalidateQueries({ queryKey: ['drafts'] })
  }
}
