import { z } from 'zod'

/** As in addresses. A "fullname" has the kind before it: `t3_` for a post, `t1_` for a comment. */
const id = z.string().regex(/^[a-z0-9]{1,13}$/)

const text = z.string().nullish()

/** In milliseconds since 1970; Reddit returns seconds. */
const time = z.number().transform((seconds) => seconds * 1_000)

export interface NewPost {
  readonly subreddit: string
  readonly title: string
  readonly text: string
  readonly flairId: string | null
  readonly flairText: string | null
  readonly nsfw: boolean
  readonly spoiler: boolean
}

/** The content of a post: only its text, a link, or an uploaded image. */
export interface PostBody {
  readonly kind: 'self' | 'link' | 'image'
  readonly url: string | null
}

export const newPost = (post: NewPost, { kind, url }: PostBody): Record<string, string> => ({
  api_type: 'json',
  sr: post.subreddit,
  kind,
  title: post.title,
  ...(post.text === '' ? {} : { text: post.text }),
  ...(url === null ? {} : { url }),
  ...(post.flairId === null ? {} : { flair_id: post.flairId }),
  ...(post.flairText === null ? {} : { flair_text: post.flairText }),
  nsfw: String(post.nsfw),
  spoiler: String(post.spoiler),
  sendreplies: 'true',
  // Allows a link that the community already has.
  resubmit: 'true',
  validate_on_submit: 'true',
})

export const newComment = (postId: string, said: string): Record<string, string> => ({
  api_type: 'json',
  thing_id: `t3_${postId}`,
  text: said,
})

/** Null for an image: Reddit creates such a post after its response. */
export const submitAnswer = z
  .object({ json: z.object({ data: z.object({ id: id.nullish(), url: z.url().nullish() }) }) })
  .transform(({ json: { data } }) => (data.id && data.url ? { id: data.id, url: data.url } : null))

const listedPost = z
  .object({
    id,
    subreddit: z.string(),
    title: z.string(),
    selftext: text,
    url: text,
    permalink: z.string(),
    created_utc: time,
    is_self: z.boolean().nullish(),
  })
  .transform(({ created_utc, ...post }) => ({ ...post, createdAt: created_utc }))

export type ListedPost = z.output<typeof listedPost>

const listedComment = z
  .object({ id, parent_id: text, body: text, permalink: z.string(), created_utc: time })
  .transform(({ created_utc, ...comment }) => ({ ...comment, createdAt: created_utc }))

export type ListedComment = z.output<typeof listedComment>

const listing = <T>(data: z.ZodType<T>) =>
  z
    .object({ data: z.object({ after: text, children: z.array(z.object({ data })) }) })
    .transform((told) => ({ items: told.data.children.map((child): T => child.data), next: told.data.after ?? null }))

export const postsAnswer = listing(listedPost)

export const commentsAnswer = listing(listedComment)

/** `things` is empty for a community that is hidden from most people. */
export const commentAnswer = z
  .object({ json: z.object({ data: z.object({ things: z.array(z.object({ data: z.unknown() })) }) }) })
  .transform(({ json: { data } }) => data.things.map((thing) => listedComment.parse(thing.data)).at(0) ?? null)

const count = z.number().nullish()

export const infoAnswer = listing(z.object({ id, score: count, num_comments: count, num_crossposts: count })).transform(
  ({ items }) => items,
)

export const meAnswer = z.object({
  id,
  name: z.string(),
  icon_img: text,
  subreddit: z.object({ title: text, subscribers: count }).nullish(),
})

/** Where an image is uploaded, and the form fields that go with it, in this order. */
export const leaseAnswer = z
  .object({
    args: z.object({
      action: z.string(),
      fields: z.array(z.object({ name: z.string().regex(/^[\w-]+$/), value: z.string() })),
    }),
  })
  .transform(({ args: { action, fields } }) => ({
    action,
    fields: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  }))
