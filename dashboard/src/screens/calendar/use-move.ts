import type { Post, UpdatePostBody } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { newKey } from '../../data/new-key.ts'
import { updateCachedPost } from '../../data/posts.ts'
import { useScope } from '../../data/scope.ts'
import { toast } from '../../parts/toast.tsx'
import { useTimes } from '../../words/times.ts'
import { instantOf } from '../../words/wall-time.ts'
import { useWords } from '../../words/words.ts'
import type { LocalTime } from '../../words/zoned.ts'
import { calendarWords } from './calendar-words.ts'

interface Move {
  readonly post: Post
  /** The instant, in UTC. */
  readonly at: string
  readonly schedule: Pick<UpdatePostBody, 'scheduled_at' | 'scheduled_timezone'>
  readonly key: string
  readonly isUndo?: boolean
  /** Whoever asked shows the refusal. */
  readonly isSaid?: boolean
}

/** A move that the service refused: the post is back where it was. */
export interface Refusal {
  readonly id: number
  readonly error: unknown
}

export interface Mover {
  readonly refusal: Refusal | null
  readonly forget: () => void
  /** To a time on the clocks of the zone in view. */
  readonly moveTo: (post: Post, wall: LocalTime) => void
  /** To an instant. Fails with what the service says. */
  readonly moveToInstant: (post: Post, at: string) => Promise<unknown>
}

/** Moves posts. What is seen moves at once; it comes back if the service refuses. `refused` shows why, beside the post. */
export function useMove(refused: (id: number) => void): Mover {
  const queries = useQueryClient()
  const times = useTimes()
  const isAll = useScope().kind === 'all'
  /** Among several profiles, the clocks in view are the reader’s: a post keeps its own. */
  const zoneFor = (post: Post) => (isAll ? (post.scheduled_timezone ?? times.zone) : times.zone)
  const t = useWords(calendarWords)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  // Several moves of one post run one after the other, each from the revision that the one before made.
  const revisions = useRef(new Map<number, number>())

  const moving = useMutation({
    scope: { id: 'move-post' },
    mutationFn: ({ post, schedule, key }: Move) => {
      const expected_revision = Math.max(post.revision, revisions.current.get(post.id) ?? 0)
      return polypost.posts.update(post.id, { expected_revision, ...schedule }, { idempotencyKey: key })
    },
    onMutate: async ({ post, at }) => {
      setRefusal(null)
      await queries.cancelQueries({ queryKey: ['posts', 'range'] })
      updateCachedPost(queries, { ...post, scheduled_at: at, effective_at: at })
    },
    onError: (error, { post, isSaid }) => {
      updateCachedPost(queries, post)
      if (isSaid) return
      setRefusal({ id: post.id, error })
      refused(post.id)
    },
    onSuccess: (moved, { post, isUndo }) => {
      revisions.current.set(moved.id, moved.revision)
      updateCachedPost(queries, moved)
      const mayUndo = !isUndo && post.scheduled_at !== null
      const back = mayUndo ? { title: t.undo, run: () => undo(post, moved) } : undefined
      toast(t.movedTo(times.time(moved.effective_at)), back)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  })

  const undo = (before: Post, moved: Post) =>
    moving.mutate({
      post: moved,
      at: before.effective_at,
      schedule: { scheduled_at: before.effective_at, scheduled_timezone: before.scheduled_timezone },
      key: newKey(),
      isUndo: true,
    })

  return {
    refusal,
    forget: () => setRefusal(null),
    moveTo: (post: Post, wall: LocalTime) =>
      moving.mutate({
        post,
        at: instantOf(wall, times.zone),
        schedule: { scheduled_at: instantOf(wall, times.zone), scheduled_timezone: zoneFor(post) },
        key: newKey(),
      }),
    moveToInstant: (post: Post, at: string) =>
      moving.mutateAsync({
        post,
        at,
        schedule: { scheduled_at: at, scheduled_timezone: zoneFor(post) },
        key: newKey(),
        isSaid: true,
      }),
  }
}
