import { z } from 'zod'
import type { LoginContext } from '../live.ts'
import { readSettings } from './settings.ts'

/** The plain number, never the `media_key` with its prefix: that one is refused in posts. */
const id = z.string().regex(/^\d{1,19}$/)

export interface NewPost {
  readonly text: string
  readonly mediaIds: readonly string[]
  readonly replyTo: string | null
}

/** Unknown and empty fields are refused: what is not wanted is left out. */
export const newPost = ({ text, mediaIds, replyTo }: NewPost) => ({
  ...(text === '' ? {} : { text }),
  ...(mediaIds.length === 0 ? {} : { media: { media_ids: mediaIds } }),
  ...(replyTo === null ? {} : { reply: { in_reply_to_tweet_id: replyTo } }),
})

export const createdPost = z.object({ data: z.object({ id, text: z.string().optional() }) })

const processing = z.object({
  /** pending, in_progress, succeeded or failed. */
  state: z.string(),
  check_after_secs: z.number().nullish(),
  /** Not in the OpenAPI files, but sent (PZ and twitter-api-v2 1.29.1 read it). */
  error: z.object({ name: z.string().nullish(), message: z.string().nullish() }).nullish(),
})

export type Processing = z.output<typeof processing>

/** What `initialize`, `finalize` and STATUS answer; without `processing_info` the media is ready. */
export const mediaAnswer = z
  .object({ data: z.object({ id, processing_info: processing.nullish() }) })
  .transform(({ data }) => ({ id: data.id, processing: data.processing_info ?? null }))

export const userAnswer = z
  .object({
    data: z.object({
      id,
      name: z.string(),
      username: z.string(),
      profile_image_url: z.string().nullish(),
      verified: z.boolean().nullish(),
      verified_type: z.string().nullish(),
      subscription_type: z.string().nullish(),
    }),
  })
  .transform(({ data }) => data)

export const userFields = 'id,name,username,profile_image_url,verified,verified_type,subscription_type'

const link = z.object({
  url: z.string().nullish(),
  expanded_url: z.string().nullish(),
  media_key: z.string().nullish(),
})
const references = z.array(z.object({ type: z.string(), id }))

/** A post of a timeline, in the names of OpenAPI 2.159 (`tweet`) or 2.167 (`post`). */
const listedPost = z
  .object({
    id,
    text: z.string(),
    created_at: z.string().nullish(),
    entities: z.object({ urls: z.array(link).nullish() }).nullish(),
    attachments: z.object({ media_keys: z.array(z.string()).nullish() }).nullish(),
    referenced_tweets: references.nullish(),
    referenced_posts: references.nullish(),
  })
  .transform(({ id, text, created_at, entities, attachments, referenced_tweets, referenced_posts }) => ({
    id,
    text,
    createdAt: created_at ?? null,
    links: (entities?.urls ?? []).flatMap(({ url, expanded_url }) =>
      url && expanded_url ? [{ short: url, whole: expanded_url }] : [],
    ),
    // A key is the kind of media, an underscore and the ID that the upload had.
    mediaIds: (attachments?.media_keys ?? []).map((key) => key.replace(/^\d+_/, '')),
    replyTo: (referenced_tweets ?? referenced_posts ?? []).find(({ type }) => type === 'replied_to')?.id ?? null,
  }))

export type ListedPost = z.output<typeof listedPost>

/** `data` is missing where nothing was found, and where X could give none of it and says why in `errors`. */
export const timelineAnswer = z
  .object({
    data: z.array(listedPost).nullish(),
    errors: z.array(z.object({ detail: z.string().nullish() })).nullish(),
    meta: z.object({ next_token: z.string().nullish() }).nullish(),
  })
  .transform(({ data, errors, meta }) => ({
    posts: data ?? [],
    fault: data ? null : (errors?.map(({ detail }) => detail ?? 'an error').at(0) ?? null),
    next: meta?.next_token ?? null,
  }))

/** What a timeline is asked for; in the new names a reference comes only where it is expanded. */
export const postFields = (context: LoginContext): Readonly<Record<string, string>> =>
  readSettings(context).field_names === 'tweet'
    ? { 'tweet.fields': 'created_at,entities,attachments,referenced_tweets' }
    : { 'post.fields': 'created_at,entities,attachments', expansions: 'referenced_posts' }
