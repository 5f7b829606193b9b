import { z } from 'zod'
import type { PostInput } from './plan.ts'

const id = z.string().regex(/^\d{1,32}$/)

/** Some times have no zone; these are UTC (two clients, 2026-11). */
const time = z.string().transform((text) => {
  const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)
  return Number.isNaN(at) ? null : at
})

/** The media of a Pin: a picture as base64 in the request, a picture by its address, or an uploaded video. */
export type Source =
  | { readonly type: 'bytes'; readonly contentType: string; readonly bytes: Uint8Array }
  | { readonly type: 'address'; readonly url: string }
  | { readonly type: 'video'; readonly mediaId: string; readonly cover: Cover }

export type Cover =
  | { readonly contentType: string; readonly bytes: Uint8Array }
  /** A frame of the video itself. */
  | { readonly second: number }

/** Options that a stored plan may lack are undefined. */
export interface NewPin extends Omit<PostInput, 'boardId' | 'shown' | 'plannedAt'> {
  readonly boardId: string
}

export const newPin = ({ boardId, title, description, link, altText }: NewPin, source: Source) => ({
  board_id: boardId,
  ...(title === null ? {} : { title }),
  ...(description === '' ? {} : { description }),
  ...(link === null ? {} : { link }),
  ...(altText === null ? {} : { alt_text: altText }),
  media_source: mediaSource(source),
})

function mediaSource(source: Source) {
  switch (source.type) {
    case 'bytes':
      return { source_type: 'image_base64', content_type: source.contentType, data: base64(source.bytes) }
    case 'address':
      return { source_type: 'image_url', url: source.url }
    case 'video':
      return { source_type: 'video_id', media_id: source.mediaId, ...coverFields(source.cover) }
  }
}

const coverFields = (cover: Cover) =>
  'second' in cover
    ? { cover_image_key_frame_time: cover.second }
    : { cover_image_content_type: cover.contentType, cover_image_data: base64(cover.bytes) }

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

const text = z.string().nullish()

export const pin = z.object({
  id,
  created_at: time.nullish(),
  title: text,
  description: text,
  link: text,
  media: z.object({ media_type: text }).nullish(),
})

export type Pin = z.output<typeof pin>

const paged = <S extends z.ZodType>(item: S) =>
  z
    .object({ items: z.array(item), bookmark: z.string().nullish() })
    .transform(({ items, bookmark }) => ({ items, next: bookmark ? bookmark : null }))

export const pinsAnswer = paged(pin)

const board = z.object({ id, name: z.string() })

export type Board = z.output<typeof board>

export const boardsAnswer = paged(board)

export const userAnswer = z.object({
  id: id.nullish(),
  username: z.string(),
  account_type: text,
  profile_image: text,
  business_name: text,
  follower_count: z.number().nullish(),
})

/** Where a video is uploaded, and the form fields that go with it. */
export const registered = z.object({
  media_id: id,
  upload_url: z.url(),
  upload_parameters: z.record(z.string().regex(/^[\w-]+$/), z.string()),
})

/** A missing or unknown status means that the video is still being processed. */
export const mediaAnswer = z.object({ status: text })

const counts = z.record(z.string(), z.number().nullish())

export const analyticsAnswer = z
  .object({
    all: z.object({
      daily_metrics: z.array(z.object({ data_status: text })).nullish(),
      summary_metrics: counts.nullish(),
      lifetime_metrics: counts.nullish(),
    }),
  })
  .transform(({ all }) => ({
    /** Whether any day has been counted. Until then a zero means unknown. */
    isCounted: all.daily_metrics?.some(({ data_status }) => data_status === 'READY') ?? false,
    inWindow: all.summary_metrics ?? {},
    sinceEver: all.lifetime_metrics ?? {},
  }))
