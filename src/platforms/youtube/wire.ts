import { z } from 'zod'

export type Privacy = 'public' | 'unlisted' | 'private'

/** The metadata that is sent when an upload begins. */
export interface NewVideo {
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  readonly categoryId: string
  readonly privacyStatus: Privacy
  readonly madeForKids: boolean
  readonly syntheticMedia: boolean
}

/** The privacy is always sent, because its default has changed (revision history of 2026-11-02). */
export const newVideo = ({ title, description, tags, categoryId, ...video }: NewVideo) => ({
  snippet: { title, description, categoryId, ...(tags.length > 0 && { tags }) },
  status: {
    privacyStatus: video.privacyStatus,
    selfDeclaredMadeForKids: video.madeForKids,
    containsSyntheticMedia: video.syntheticMedia,
  },
})

const id = z.string().min(1)

/** The response that ends an upload. A later request to the session returns it again. */
export const uploadedVideo = z
  .object({ id, status: z.object({ privacyStatus: z.string().nullish() }).nullish() })
  .transform(({ id, status }) => ({ id, privacyStatus: status?.privacyStatus ?? null }))

export type UploadedVideo = z.output<typeof uploadedVideo>

const listOf = <S extends z.ZodType>(item: S) =>
  z
    .object({ items: z.array(item).nullish(), nextPageToken: z.string().nullish() })
    .transform(({ items, nextPageToken }) => ({ items: items ?? [], next: nextPageToken ?? null }))

/** Google's JSON has unsigned 64-bit numbers as text. A hidden number is left out. */
const count = z
  .string()
  .regex(/^\d+$/)
  .transform(Number)
  .nullish()
  .transform((number) => number ?? null)

const channel = z.object({
  id,
  snippet: z
    .object({
      title: z.string().nullish(),
      customUrl: z.string().nullish(),
      thumbnails: z.record(z.string(), z.object({ url: z.string().nullish() }).nullish()).nullish(),
    })
    .nullish(),
  contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string().nullish() }).nullish() }).nullish(),
  statistics: z.object({ subscriberCount: count, hiddenSubscriberCount: z.boolean().nullish() }).nullish(),
  status: z.object({ longUploadsStatus: z.string().nullish() }).nullish(),
})

export type Channel = z.output<typeof channel>

export const channelsAnswer = listOf(channel)

export const playlistsAnswer = listOf(
  z.object({ id, snippet: z.object({ channelId: z.string(), title: z.string().nullish() }) }),
)

/** A video of a playlist. In the list of uploads it has its title and the time of its upload. */
const playlistItem = z
  .object({
    id,
    snippet: z
      .object({
        title: z.string().nullish(),
        publishedAt: z.iso.datetime({ offset: true }).nullish(),
        resourceId: z.object({ videoId: z.string().nullish() }).nullish(),
      })
      .nullish(),
    contentDetails: z.object({ videoPublishedAt: z.iso.datetime({ offset: true }).nullish() }).nullish(),
  })
  .transform(({ id, snippet, contentDetails }) => {
    // A private video has no `videoPublishedAt` (clients in production, 2026-11-22). `publishedAt` is when it joined the list,
    // which for uploads is the time of the upload.
    const at = contentDetails?.videoPublishedAt ?? snippet?.publishedAt
    return {
      id,
      videoId: snippet?.resourceId?.videoId ?? null,
      title: snippet?.title ?? null,
      uploadedAt: at ? Date.parse(at) : null,
    }
  })

export const playlistItemsAnswer = listOf(playlistItem)

export const addedItem = z.object({ id })

export const videosAnswer = listOf(
  z.object({
    id,
    status: z
      .object({
        uploadStatus: z.string().nullish(),
        privacyStatus: z.string().nullish(),
        failureReason: z.string().nullish(),
        rejectionReason: z.string().nullish(),
      })
      .nullish(),
    processingDetails: z
      .object({ processingStatus: z.string().nullish(), processingFailureReason: z.string().nullish() })
      .nullish(),
  }),
)

export type VideoState = z.output<typeof videosAnswer>['items'][number]

export const statisticsAnswer = listOf(
  z.object({ id, statistics: z.object({ viewCount: count, likeCount: count, commentCount: count }).nullish() }),
)

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

const comment = z.object({
  id,
  snippet: z.object({
    parentId: z.string().nullish(),
    textDisplay: z.string().nullish(),
    textOriginal: z.string().nullish(),
    authorDisplayName: z.string().nullish(),
    authorProfileImageUrl: z.string().nullish(),
    authorChannelUrl: z.string().nullish(),
    authorChannelId: z.object({ value: z.string().nullish() }).nullish(),
    likeCount: z.number().nullish(),
    publishedAt: time,
  }),
})

export type WireComment = z.output<typeof comment>

const thread = z.object({
  id,
  snippet: z.object({
    topLevelComment: comment,
    canReply: z.boolean().nullish(),
    totalReplyCount: z.number().nullish(),
  }),
  replies: z.object({ comments: z.array(comment).nullish() }).nullish(),
})

export type Thread = z.output<typeof thread>

export const threadsAnswer = listOf(thread)
export const commentsAnswer = listOf(comment)

/** The response to a new comment or reply. The ID of a thread is the ID of its first comment. */
export const addedComment = z.object({ id })

export const newThread = (channelId: string, videoId: string, text: string) => ({
  snippet: { channelId, videoId, topLevelComment: { snippet: { textOriginal: text } } },
})

export const newReply = (parentId: string, text: string) => ({ snippet: { parentId, textOriginal: text } })

export const newItem = (playlistId: string, videoId: string) => ({
  snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId } },
})
