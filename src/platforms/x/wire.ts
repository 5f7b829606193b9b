import { z } from 'zod'
import type { LoginContext } from '../shared/context.ts'
import { readSettings } from './settings.ts'

/** The plain number; X refuses the `media_key` with its prefix in posts. */
const id = z.string().regex(/^\d{1,19}$/)

export interface NewPost {
  readonly text: string
  readonly mediaIds: readonly string[]
  readonly replyTo: string | null
}

/** X refuses unknown and empty fields, so unused ones are left out. */
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

export type ProcessingInfo = z.output<typeof processing>

/** The answer to `initialize`, `finalize` and STATUS; without `processing_info` the media is ready. */
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
const entities = z.object({ urls: z.array(link).nullish() })

/** The short links of a text, with what they stand for. */
const linksOf = (found: z.output<typeof entities> | null | undefined) =>
  (found?.urls ?? []).flatMap(({ url, expanded_url }) =>
    url && expanded_url ? [{ short: url, whole: expanded_url }] : [],
  )

const references = z.array(z.object({ type: z.string(), id }))

const answeredPost = (found: z.output<typeof references> | null | undefined): string | null =>
  found?.find(({ type }) => type === 'replied_to')?.id ?? null

/** A post of a timeline, in the names of OpenAPI 2.159 (`tweet`) or 2.167 (`post`). */
const listedPost = z
  .object({
    id,
    text: z.string(),
    created_at: z.string().nullish(),
    entities: entities.nullish(),
    attachments: z.object({ media_keys: z.array(z.string()).nullish() }).nullish(),
    referenced_tweets: references.nullish(),
    referenced_posts: references.nullish(),
  })
  .transform(({ id, text, created_at, entities, attachments, referenced_tweets, referenced_posts }) => ({
    id,
    text,
    createdAt: created_at ?? null,
    links: linksOf(entities),
    // A key is the kind of media, an underscore and the ID of the upload.
    mediaIds: (attachments?.media_keys ?? []).map((key) => key.replace(/^\d+_/, '')),
    replyTo: answeredPost(referenced_tweets ?? referenced_posts),
  }))

export type ListedPost = z.output<typeof listedPost>

const errors = z.array(z.object({ detail: z.string().nullish() }))
const meta = z.object({ next_token: z.string().nullish() })

/** `data` is missing if nothing was found, or if X could return none of it; `errors` then says why. */
const faultOf = (data: unknown, found: z.output<typeof errors> | null | undefined): string | null =>
  data ? null : (found?.map(({ detail }) => detail ?? 'an error').at(0) ?? null)

export const timelineAnswer = z
  .object({ data: z.array(listedPost).nullish(), errors: errors.nullish(), meta: meta.nullish() })
  .transform(({ data, errors, meta }) => ({
    posts: data ?? [],
    fault: faultOf(data, errors),
    next: meta?.next_token ?? null,
  }))

/** The fields that a timeline is asked for; in the new names a reference comes only where it is expanded. */
export const postFields = (context: LoginContext): Readonly<Record<string, string>> =>
  readSettings(context).field_names === 'tweet'
    ? { 'tweet.fields': 'created_at,entities,attachments,referenced_tweets' }
    : { 'post.fields': 'created_at,entities,attachments', expansions: 'referenced_posts' }

const count = z.number().nullish()

const publicMetrics = z.object({
  repost_count: count,
  retweet_count: count,
  reply_count: count,
  like_count: count,
  quote_count: count,
  bookmark_count: count,
  impression_count: count,
})

const note = z.object({ text: z.string(), entities: entities.nullish() })

/** A post of a conversation, in both names. */
const comment = z
  .object({
    id,
    text: z.string(),
    created_at: z.iso.datetime(),
    author_id: id.nullish(),
    entities: entities.nullish(),
    note_tweet: note.nullish(),
    note_post: note.nullish(),
    public_metrics: publicMetrics.nullish(),
    referenced_tweets: references.nullish(),
    referenced_posts: references.nullish(),
  })
  .transform(({ id, created_at, author_id, public_metrics: counts, referenced_tweets, referenced_posts, ...said }) => {
    // For a long text, `text` has only the beginning.
    const { text, entities } = said.note_tweet ?? said.note_post ?? said
    return {
      id,
      text,
      links: linksOf(entities),
      createdAt: Date.parse(created_at),
      authorId: author_id ?? null,
      likeCount: counts?.like_count ?? null,
      replyCount: counts?.reply_count ?? null,
      replyTo: answeredPost(referenced_tweets ?? referenced_posts),
    }
  })

export type WireComment = z.output<typeof comment>

/** Suspended and deleted users are missing. */
const user = z.object({ id, name: z.string(), username: z.string(), profile_image_url: z.string().nullish() })

export type WireUser = z.output<typeof user>

export const conversationAnswer = z
  .object({
    data: z.array(comment).nullish(),
    includes: z.object({ users: z.array(user).nullish() }).nullish(),
    errors: errors.nullish(),
    meta: meta.nullish(),
  })
  .transform(({ data, includes, errors, meta }) => ({
    posts: data ?? [],
    users: new Map((includes?.users ?? []).map((one) => [one.id, one])),
    fault: faultOf(data, errors),
    hasMore: meta?.next_token != null,
  }))

/** The new names have the author and what is answered only where they are expanded. */
export const commentFields = (context: LoginContext): Readonly<Record<string, string>> => ({
  'user.fields': 'name,username,profile_image_url',
  ...(readSettings(context).field_names === 'tweet'
    ? {
        'tweet.fields': 'author_id,created_at,entities,note_tweet,public_metrics,referenced_tweets',
        expansions: 'author_id',
      }
    : {
        'post.fields': 'created_at,entities,note_post,public_metrics',
        expansions: 'author_id,referenced_posts',
      }),
})

/** Where a post stands and who wrote it; `data` is missing if X does not show it. */
export const commentContextAnswer = z.object({
  data: z.object({ id, author_id: id.nullish(), conversation_id: id.nullish() }).nullish(),
})

export const commentContextFields = (context: LoginContext): Readonly<Record<string, string>> =>
  readSettings(context).field_names === 'tweet'
    ? { 'tweet.fields': 'author_id,conversation_id' }
    : { 'post.fields': 'conversation_id', expansions: 'author_id' }

const countedPost = z.object({
  id,
  attachments: z.object({ media_keys: z.array(z.string()).nullish() }).nullish(),
  public_metrics: publicMetrics.nullish(),
  non_public_metrics: z.object({ url_link_clicks: count }).nullish(),
})

export type CountedPost = z.output<typeof countedPost>

const countedMedia = z.object({ media_key: z.string(), public_metrics: z.object({ view_count: count }).nullish() })

/** `data` has only the posts that X returns; it is missing if there are none. */
export const countsAnswer = z
  .object({
    data: z.array(countedPost).nullish(),
    includes: z.object({ media: z.array(countedMedia).nullish() }).nullish(),
  })
  .transform(({ data, includes }) => ({
    posts: data ?? [],
    views: new Map((includes?.media ?? []).map((one) => [one.media_key, one.public_metrics?.view_count ?? null])),
  }))

export const countFields = (context: LoginContext, areShownAll: boolean): Readonly<Record<string, string>> => ({
  [`${readSettings(context).field_names}.fields`]: `attachments,public_metrics${areShownAll ? ',non_public_metrics' : ''}`,
  expansions: 'attachments.media_keys',
  'media.fields': 'public_metrics',
})

export const audienceAnswer = z
  .object({ data: z.object({ public_metrics: z.object({ followers_count: count }).nullish() }) })
  .transform(({ data }) => ({ followers: data.public_metrics?.followers_count ?? null }))
