import { z } from 'zod'
import { graphId, graphTime } from '../shared/meta-graph.ts'

/** The answer to a call that makes a container or publishes it. */
export const madeAnswer = z.object({ id: graphId })

/** `status` is IN_PROGRESS, FINISHED, PUBLISHED, ERROR or EXPIRED; with ERROR comes what was wrong. */
export const statusAnswer = z.object({ status: z.string(), error_message: z.string().nullish() })

export const statusFields = 'id,status,error_message'

const text = z.string().nullish()
const reference = z.object({ id: graphId }).nullish()

/** A post as lists and reads give it; whatever is empty is left out. */
export const post = z
  .object({
    id: graphId,
    text,
    permalink: text,
    shortcode: text,
    timestamp: graphTime.nullish(),
    media_type: text,
    replied_to: reference,
  })
  .transform(({ id, text, permalink, shortcode, timestamp, media_type, replied_to }) => ({
    id,
    text: text ?? '',
    url: permalink ?? null,
    shortcode: shortcode ?? null,
    createdAt: timestamp ?? null,
    mediaType: media_type ?? null,
    repliedTo: replied_to?.id ?? null,
  }))

export type ListedPost = z.output<typeof post>

export const postFields = 'id,text,permalink,shortcode,timestamp,media_type'

/** `replied_to` is a field of answers alone. */
export const replyFields = `${postFields},replied_to`

/**
 * A list has cursors and, by Meta's own examples, no `next`: it goes on as long as the cursor changes, over empty pages
 * too (threads_api samples, 2026-01).
 */
export const listOf = <T extends z.ZodType>(item: T) =>
  z
    .object({
      data: z.array(item),
      paging: z.object({ cursors: z.object({ after: text }).nullish() }).nullish(),
    })
    .transform(({ data, paging }) => ({ items: data, after: paging?.cursors?.after ?? null }))

export const profile = z.object({
  id: graphId,
  username: z.string(),
  name: text,
  threads_profile_picture_url: text,
  is_verified: z.boolean().nullish(),
})

export const profileFields = 'id,username,name,threads_profile_picture_url,is_verified'

export const comment = z.object({
  id: graphId,
  text,
  username: text,
  permalink: text,
  timestamp: graphTime,
  replied_to: reference,
  is_reply_owned_by_me: z.boolean().nullish(),
  profile_picture_url: text,
})

export const commentFields =
  'id,text,username,permalink,timestamp,replied_to,is_reply_owned_by_me,has_replies,profile_picture_url'

/** Of a post the number stands in `values`, of an account in `total_value`. */
export const insights = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: z.number().nullish().catch(null) })).nullish(),
      total_value: z.object({ value: z.number().nullish().catch(null) }).nullish(),
    }),
  ),
})

/** The scopes of the token itself. */
export const tokenAnswer = z.object({ data: z.object({ scopes: z.array(z.string()).nullish() }) })

/** Result of a step that has published something. */
export const postResult = z.object({ id: z.string() })
