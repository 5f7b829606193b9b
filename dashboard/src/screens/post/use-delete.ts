import type { Post } from '@polypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { polypost } from '../../data/client.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/words.ts'
import { bringBackWords } from './bring-back-words.ts'
import { useBringBack } from './use-bring-back.ts'

/** Deletes a post, and offers to undo that. */
export function useDelete(): (post: Post) => Promise<void> {
  const t = useWords(bringBackWords)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const bringBack = useBringBack()
  // A deletion that can’t be undone at once can be undone in the list: there the time of the post can be chosen.
  const undo = (post: Post) =>
    bringBack(post).catch(() =>
      navigate({
        to: '/p/$profile/posts',
        params: { profile: post.profile_id ?? 'all' },
        search: (search) => ({ ...search, deleted: true }),
      }),
    )
  return async (post) => {
    await polypost.posts.delete(post.id)
    toast(t.isDeleted, { title: t.undo, run: () => void undo(post) })
    await queries.invalidateQueries({ queryKey: ['posts'] })
  }
}
