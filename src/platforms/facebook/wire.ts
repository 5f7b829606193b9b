import { z } from 'zod'
import { graphId, graphList, graphTime } from '../shared/meta-graph.ts'

const text = z.string().nullish()

/** Only one of the lists of Pages contains the tasks. */
export const page = z
  .object({
    id: graphId,
    name: z.string(),
    username: text,
    category: text,
    access_token: text,
    tasks: z.array(z.string()).nullish(),
    picture: z
      .object({ data: z.object({ url: z.string() }) })
      .nullish()
      .catch(null),
  })
  .transform(({ picture, ...rest }) => ({ ...rest, avatarUrl: picture?.data.url ?? null }))

export type Page = z.output<typeof page> & { readonly access_token: string }

export const pageFields = 'id,name,username,category,access_token,picture.type(large)'

/** The answer to a call that made something, with those of the other fields that the call asks for. */
export const madeAnswer = z.object({ id: graphId, permalink_url: text, is_published: z.boolean().nullish() })

export const successAnswer = z.object({ success: z.literal(true) })

export const storyAnswer = z.object({ success: z.boolean().nullish(), post_id: graphId })

/** A page's post as its lists show it. */
export const postFields =
  'id,message,created_time,permalink_url,attachments{media_type,target{id},url,unshimmed_url,subattachments{target{id}}}'

const target = z.object({ id: text }).nullish().catch(null)

const attachment = z.object({
  target,
  url: text,
  unshimmed_url: text,
  subattachments: z
    .object({ data: z.array(z.object({ target })) })
    .nullish()
    .catch(null),
})

const listedPost = z
  .object({
    id: graphId,
    message: text,
    created_time: graphTime,
    permalink_url: text,
    attachments: z
      .object({ data: z.array(attachment) })
      .nullish()
      .catch(null),
  })
  .transform(({ id, message, created_time, permalink_url, attachments }) => {
    const all = attachments?.data ?? []
    const inner = all.flatMap(({ subattachments }) => subattachments?.data ?? [])
    return {
      id,
      text: message ?? '',
      createdAt: created_time,
      permalink: permalink_url ?? null,
      /** Of the photos that it shows. */
      targets: [...all, ...inner].flatMap((one) => (one.target?.id ? [one.target.id] : [])),
      links: all.flatMap(({ url, unshimmed_url }) => [unshimmed_url, url].filter((one) => typeof one === 'string')),
    }
  })

export type ListedPost = z.output<typeof listedPost>

export const postsAnswer = graphList(listedPost)

/** An upload session of the feed: where the next piece begins, and where it is to end. */
export const sessionAnswer = z.object({
  upload_session_id: graphId,
  video_id: graphId,
  start_offset: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  end_offset: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
})

export const transferAnswer = sessionAnswer.pick({ start_offset: true, end_offset: true })

/** A session for reels and stories: where the bytes go. */
export const reelSession = z.object({ video_id: graphId, upload_url: z.url() })

const fault = z.object({ message: text })
const phase = z
  .object({
    status: text,
    publish_status: text,
    // Spelled so by the documentation; by some code as one would expect.
    bytes_transfered: z.number().nullish().catch(null),
    bytes_transferred: z.number().nullish().catch(null),
    error: fault.nullish().catch(null),
    errors: z.array(fault).nullish().catch(null),
  })
  .nullish()
  .catch(null)

/** The status of a video. A phase says `complete`, and in some pages of the documentation `completed`. */
export const videoAnswer = z
  .object({
    id: graphId,
    status: z
      .object({
        video_status: text,
        uploading_phase: phase,
        processing_phase: phase,
        publishing_phase: phase,
      })
      .nullish()
      .catch(null),
    post_id: text,
    permalink_url: text,
  })
  .transform(({ id, status, post_id, permalink_url }) => {
    const { uploading_phase: uploading, processing_phase: processing, publishing_phase: publishing } = status ?? {}
    const phases = [uploading, processing, publishing]
    const broken = phases.find((one) => one?.status === 'error' || one?.error || one?.errors?.length)
    const failed = broken !== undefined || failures.includes(status?.video_status ?? '') || isEnded(publishing, 'error')
    return {
      id,
      postId: post_id ?? null,
      permalink: permalink_url ?? null,
      received: uploading?.bytes_transfered ?? uploading?.bytes_transferred ?? 0,
      isUploaded:
        /^complete/.test(uploading?.status ?? '') || ['upload_complete', 'ready'].includes(status?.video_status ?? ''),
      isProcessing: status?.video_status === 'processing',
      isProcessed: status?.video_status === 'ready',
      isPublished: /^complete/.test(publishing?.status ?? '') || isEnded(publishing, 'published'),
      fault: failed ? (broken?.error?.message ?? broken?.errors?.at(0)?.message ?? status?.video_status ?? '') : null,
    }
  })

const failures = ['error', 'expired', 'upload_failed']

const isEnded = (one: z.output<typeof phase>, word: string): boolean => one?.publish_status?.toLowerCase() === word

export type VideoState = z.output<typeof videoAnswer>

export const storiesAnswer = graphList(z.object({ post_id: graphId, media_id: graphId, url: text }))

export const storyFields = 'post_id,status,creation_time,media_type,media_id,url'

/** The author is missing if the app lacks the permission or the person has left Facebook. */
const listedComment = z.object({
  id: graphId,
  message: text,
  created_time: graphTime,
  from: z.object({ id: graphId, name: text }).nullish().catch(null),
  parent: z.object({ id: graphId }).nullish().catch(null),
  like_count: z.number().nullish(),
  comment_count: z.number().nullish(),
  can_comment: z.boolean().nullish(),
  permalink_url: text,
})

export type ListedComment = z.output<typeof listedComment>

export const commentsAnswer = graphList(listedComment)

export const commentFields =
  'id,message,created_time,from{id,name},parent{id},permalink_url,like_count,comment_count,can_comment'

const counted = z.object({ summary: z.object({ total_count: z.number() }) }).nullish()

/** `shares` is missing if there are none. */
export const countsAnswer = z
  .object({ id: graphId, shares: z.object({ count: z.number() }).nullish(), reactions: counted, comments: counted })
  .transform(({ shares, reactions, comments }) => ({
    shares: shares?.count ?? 0,
    likes: reactions?.summary.total_count ?? null,
    comments: comments?.summary.total_count ?? null,
  }))

export const countFields = 'shares,reactions.summary(total_count).limit(0),comments.summary(total_count).limit(0)'

/** A number, or numbers by kind, which are added up. Without a value it is left out. */
const insight = z.object({
  name: z.string(),
  values: z.array(z.object({ value: z.union([z.number(), z.record(z.string(), z.number())]).catch(0) })),
})

export const insightsAnswer = z.object({ data: z.array(insight) }).transform(
  ({ data }) =>
    new Map(
      data.flatMap(({ name, values }) => {
        const value = values.at(-1)?.value
        if (value === undefined) return []
        const sum = typeof value === 'number' ? value : Object.values(value).reduce((all, one) => all + one, 0)
        return [[name, sum] as const]
      }),
    ),
)

export const followersAnswer = z.object({ id: graphId, followers_count: z.number().nullish() })
