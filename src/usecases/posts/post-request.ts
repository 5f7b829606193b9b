import type { Input } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { sameNames } from '../../domain/folded.ts'
import type { DraftRow } from '../../store/posts/drafts.ts'
import type { PostMedia, PostOptions, PostRow } from '../../store/posts/posts.ts'
import type { MediaName } from '../media/named-media.ts'
import { nextSlotWord } from './resolve-schedule.ts'

/** A requested post: a new one, an edited one, or a submitted draft. */
export interface PostRequest {
  readonly message: string
  /** In the caller's words. */
  readonly platforms: readonly string[]
  readonly media: readonly RequestedItem[]
  readonly comments: readonly string[]
  readonly options: PostOptions | null
  readonly autoReply: boolean | null
  readonly labels: readonly string[]
  readonly webhookUrl: string | null
  readonly schedule: RequestedSchedule
}

export interface RequestedItem {
  readonly name: MediaName
  readonly thumbnailUrl: string | null
  /** Left out: the one of the media library. */
  readonly altText: string | null | undefined
}

export type RequestedSchedule =
  | { readonly type: 'requested'; readonly scheduledAt: string | undefined; readonly timezone: string | undefined }
  /** The time that was accepted before. It may be in the past by now. */
  | { readonly type: 'unchanged'; readonly at: number | null; readonly timezone: string | null }

type Body = Input<Operations['createPost']>['body']

export const requestedPost = (body: Body): PostRequest => ({
  message: body.message,
  platforms: body.platforms,
  media: (body.media ?? []).map(requestedItem),
  comments: body.comments_under_post ?? [],
  options: requestedOptions(body.platform_options),
  autoReply: body.auto_reply_enabled ?? null,
  labels: body.labels ?? [],
  webhookUrl: body.webhook_url ?? null,
  schedule: { type: 'requested', scheduledAt: body.scheduled_at, timezone: body.scheduled_timezone },
})

export function requestedItem({
  url,
  storageKey,
  thumbnail_url,
  alt_text,
}: NonNullable<Body['media']>[number]): RequestedItem {
  return {
    name: storageKey === undefined ? { url: url ?? '' } : { storageKey },
    thumbnailUrl: thumbnail_url ?? null,
    altText: alt_text === '' ? null : alt_text,
  }
}

export const savedItem = ({ key, thumbnailUrl, altText }: PostMedia): RequestedItem => ({
  name: { storageKey: key },
  thumbnailUrl,
  altText,
})

/** The contract has checked the options of every platform by its schema. */
export function requestedOptions(given: Body['platform_options']): PostOptions | null {
  if (given === undefined) return null
  const named = Object.entries(given).flatMap(([name, options]) =>
    options !== null && typeof options === 'object' ? [[name, { ...options }] as const] : [],
  )
  return Object.fromEntries(named)
}

type Submit = Omit<Input<Operations['submitDraft']>['body'], 'expected_revision'>

export const submittedDraft = (draft: DraftRow, submit: Submit): PostRequest => ({
  message: draft.message,
  platforms: draft.platforms,
  media: draft.media.map(savedItem),
  comments: draft.comments.map((comment) => (typeof comment === 'string' ? comment : comment.message)),
  options: draft.options,
  autoReply: draft.auto_reply_enabled,
  labels: draft.labels,
  webhookUrl: submit.webhook_url ?? null,
  schedule: { type: 'requested', scheduledAt: submit.scheduled_at, timezone: submit.scheduled_timezone },
})

type Changes = Input<Operations['updatePost']>['body']

/** The post after an edit: given fields replace the saved ones; `platforms` are the current ones. */
export function changedPost(post: PostRow, platforms: readonly string[], changes: Changes): PostRequest {
  return {
    message: changes.message ?? post.message,
    platforms: changes.platforms ?? platforms,
    media: changes.media?.map(requestedItem) ?? post.media.map(savedItem),
    comments: changes.comments_under_post ?? post.comments,
    options:
      changes.platform_options === undefined ? post.options : requestedOptions(changes.platform_options ?? undefined),
    autoReply: changes.auto_reply_enabled === undefined ? post.auto_reply_enabled : changes.auto_reply_enabled,
    labels: changes.labels === undefined || sameNames(changes.labels, post.labels) ? post.labels : changes.labels,
    webhookUrl: changes.webhook_url === undefined ? post.webhook_url : changes.webhook_url,
    schedule: changedSchedule(post, changes),
  }
}

/** A local time belongs to the given zone, or to the saved one. A zone alone does not change the saved time, and is refused if there is none. */
function changedSchedule(post: PostRow, { scheduled_at, scheduled_timezone }: Changes): RequestedSchedule {
  const saved = post.scheduled_timezone ?? undefined
  if (scheduled_at === null)
    return { type: 'requested', scheduledAt: undefined, timezone: scheduled_timezone ?? undefined }
  if (scheduled_at === nextSlotWord)
    return { type: 'requested', scheduledAt: scheduled_at, timezone: scheduled_timezone ?? undefined }
  if (scheduled_at !== undefined)
    return {
      type: 'requested',
      scheduledAt: scheduled_at,
      timezone: scheduled_timezone === null ? undefined : (scheduled_timezone ?? saved),
    }
  if (scheduled_timezone === undefined || scheduled_timezone === null)
    return {
      type: 'unchanged',
      at: post.scheduled_at,
      timezone: scheduled_timezone === undefined ? post.scheduled_timezone : null,
    }
  return { type: 'requested', scheduledAt: undefined, timezone: scheduled_timezone }
}
