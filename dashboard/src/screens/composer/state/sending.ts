import type { Draft, Post, Profile } from '@polypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { polypost } from '../../../data/client.ts'
import { postQuery } from '../../../data/post.ts'
import { useHasProfiles } from '../../../data/profiles.ts'
import { useSending } from '../../../data/use-sending.ts'
import { toast } from '../../../parts/toast.tsx'
import { useLanguage } from '../../../words/language.tsx'
import { timesIn } from '../../../words/times.ts'
import { useWords } from '../../../words/words.ts'
import type { Content, Schedule } from '../content.ts'
import { toPostBody } from '../content.ts'
import type { CopyStore } from '../local-copy.ts'
import { forgetTime } from '../remembered-time.ts'
import { whenWords } from '../when-words.ts'
import type { Autosave } from './autosave.ts'

/** The destination of what is written: a draft with its autosave, or a post that is edited. */
export type Target = { readonly kind: 'draft'; readonly autosave: Autosave } | PostTarget

export interface PostTarget {
  readonly kind: 'post'
  /** As it was read last. */
  readonly get: () => Post
  readonly take: (post: Post) => void
  readonly store: CopyStore
}

export function createPostTarget(start: Post, store: CopyStore): PostTarget {
  let post = start
  return {
    kind: 'post',
    get: () => post,
    take: (next) => {
      post = next
    },
    store,
  }
}

/** Publishes, schedules, sends for approval, or saves the edit of a post. */
export function usePublish(target: Target, profile: Profile) {
  const t = useWords(whenWords)
  const { locale } = useLanguage()
  const hasOthers = useHasProfiles()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { state, send, keyOf, forget } = useSending()
  const isHere = useIsHere(target)

  const goTo = async (postId: number) => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['posts'] }),
      queries.invalidateQueries({ queryKey: ['drafts'] }),
      queries.invalidateQueries(postQuery(postId)),
    ])
    // Whoever has left meanwhile is not brought back.
    if (isHere()) await navigate({ to: '/p/$profile/posts/$id', params: { profile: profile.id, id: String(postId) } })
  }

  const sayScheduled = ({ scheduled_at: at, scheduled_timezone: zone }: Schedule) => {
    if (at === undefined || zone === undefined) return
    const time = timesIn(locale, zone).time(at)
    toast(hasOthers ? t.scheduledFor(profile.name, time) : t.scheduled(time))
  }

  const submit = async (autosave: Autosave, schedule: Schedule) => {
    const draft = await autosave.flush()
    const idempotencyKey = keyOf(`${draft.id} ${draft.revision} ${schedule.scheduled_at ?? 'now'}`)
    const done = await (draft.status === 'awaiting_approval'
      ? approve(draft, schedule, idempotencyKey)
      : polypost.drafts.submit(draft.id, { expected_revision: draft.revision, ...schedule }, { idempotencyKey }))
    autosave.take(done)
    if (!done.submission) return
    forgetTime(done.id)
    sayScheduled(schedule)
    await goTo(done.submission.post_id)
  }

  const saveEdit = async (post: Post, content: Content, schedule: Schedule, store: CopyStore) => {
    const { profile_id: _, ...body } = toPostBody(content, profile.id)
    const edit = {
      ...body,
      expected_revision: post.revision,
      auto_reply_enabled: content.autoReply,
      scheduled_at: schedule.scheduled_at ?? null,
      scheduled_timezone: schedule.scheduled_timezone ?? null,
    }
    const idempotencyKey = keyOf(JSON.stringify(edit))
    await polypost.posts.update(post.id, edit, { idempotencyKey })
    store.drop()
    await goTo(post.id)
  }

  const publish = (content: Content, schedule: Schedule) =>
    send(() =>
      target.kind === 'draft'
        ? submit(target.autosave, schedule)
        : saveEdit(target.get(), content, schedule, target.store),
    )
  return { state, publish, forget }
}

/** Whether what is written is on the screen, and nobody is on the way to another one. */
function useIsHere(target: Target): () => boolean {
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
      target.kind === 'post'
        ? pathname.endsWith(`/posts/${target.get().id}/edit`)
        : pathname.endsWith('/new') || pathname.endsWith(`/drafts/${target.autosave.get().draft?.id}`)
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
