import type { Draft, Post } from '@polypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { polypost } from '../../data/client.ts'
import { postQuery } from '../../data/post.ts'
import { useSending } from '../../data/use-sending.ts'
import type { Content, Schedule } from './content.ts'
import { toPostBody } from './content.ts'
import type { Keeper } from './keeper.ts'
import { forgetTime } from './kept-time.ts'
import type { CopyPlace } from './local-copy.ts'

/** The work in the composer: a draft that a keeper saves, or a post that is edited. */
export type Desk = { readonly kind: 'draft'; readonly keeper: Keeper } | PostDesk

export interface PostDesk {
  readonly kind: 'post'
  /** As it was read last. */
  readonly get: () => Post
  readonly take: (post: Post) => void
  readonly place: CopyPlace
}

export function createPostDesk(start: Post, place: CopyPlace): PostDesk {
  let post = start
  return {
    kind: 'post',
    get: () => post,
    take: (next) => {
      post = next
    },
    place,
  }
}

/** Publishes, schedules, sends for approval, or saves the edit of a post. */
export function usePublish(desk: Desk, profileId: string) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { state, send, keyOf, forget } = useSending()
  const isHere = useIsHere(desk)

  const goTo = async (postId: number) => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['posts'] }),
      queries.invalidateQueries({ queryKey: ['drafts'] }),
      queries.invalidateQueries(postQuery(postId)),
    ])
    // Whoever has left meanwhile is not brought back.
    if (isHere()) await navigate({ to: '/p/$profile/posts/$id', params: { ...here, id: String(postId) } })
  }

  const submit = async (keeper: Keeper, schedule: Schedule) => {
    const draft = await keeper.flush()
    const idempotencyKey = keyOf(`${draft.id} ${draft.revision} ${schedule.scheduled_at ?? 'now'}`)
    const done = await (draft.status === 'awaiting_approval'
      ? approve(draft, schedule, idempotencyKey)
      : polypost.drafts.submit(draft.id, { expected_revision: draft.revision, ...schedule }, { idempotencyKey }))
    keeper.take(done)
    if (!done.submission) return
    forgetTime(done.id)
    await goTo(done.submission.post_id)
  }

  const saveEdit = async (post: Post, content: Content, schedule: Schedule, place: CopyPlace) => {
    const { profile_id: _, ...body } = toPostBody(content, profileId)
    const edit = {
      ...body,
      expected_revision: post.revision,
      auto_reply_enabled: content.autoReply,
      scheduled_at: schedule.scheduled_at ?? null,
      scheduled_timezone: schedule.scheduled_timezone ?? null,
    }
    const idempotencyKey = keyOf(JSON.stringify(edit))
    await polypost.posts.update(post.id, edit, { idempotencyKey })
    place.drop()
    await goTo(post.id)
  }

  const publish = (content: Content, schedule: Schedule) =>
    send(() =>
      desk.kind === 'draft' ? submit(desk.keeper, schedule) : saveEdit(desk.get(), content, schedule, desk.place),
    )
  return { state, publish, forget }
}

/** Whether what is written is on the screen, and nobody is on the way to another one. */
function useIsHere(desk: Desk): () => boolean {
  const { history } = useRouter()
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return () => {
    const { pathname } = history.location
    const isOwn =
      desk.kind === 'post'
        ? pathname === `/posts/${desk.get().id}/edit`
        : pathname === '/new' || pathname === `/drafts/${desk.keeper.get().draft?.id}`
    return isMounted.current && isOwn
  }
}

/** An editor publishes what an author sent for approval. */
const approve = (draft: Draft, schedule: Schedule, idempotencyKey: string) =>
  polypost.drafts.approve(
    draft.id,
    { expected_revision: draft.revision, ...(schedule.scheduled_at === undefined ? { now: true } : schedule) },
    { idempotencyKey },
  )
