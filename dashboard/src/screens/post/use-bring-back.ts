import type { Post } from '@polypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { polypost } from '../../data/client.ts'
import { toast } from '../../parts/toast.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { bringBackWords } from './bring-back-words.ts'

/** Brings back a deleted post, at its time or at another one. A repeat brings back nothing twice. */
export function useBringBack(): (post: Pick<Post, 'id' | 'profile_id'>, at?: string) => Promise<void> {
  const t = useWords(bringBackWords)
  const times = useTimes()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async ({ id, profile_id }, at) => {
    try {
      const when = at === undefined ? {} : { scheduled_at: at, scheduled_timezone: times.zone }
      const { post_id, scheduled_at } = await polypost.posts.restore(id, when)
      const open = () =>
        void navigate({ to: '/p/$profile/posts/$id', params: { profile: profile_id ?? 'all', id: String(post_id) } })
      if (scheduled_at !== null) toast(t.isBack(times.time(scheduled_at)), { title: t.open, run: open })
    } finally {
      await queries.invalidateQueries({ queryKey: ['posts'] })
    }
  }
}
