import { z } from 'zod'
import { MiB } from '../../../domain/bytes.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'
import { type Beginning, typeOf } from './bytes.ts'
import type { Call } from './gate.ts'
import { progress } from './media.ts'
import { invalid } from './problems.ts'
import { type Pin, uploads } from './store.ts'

const base64 = z.string().regex(/^[a-zA-Z0-9+/=]+$/)
const numeric = z.string().regex(/^\d+$/)
const contentType = z.enum(['image/jpeg', 'image/png'])
const items = <S extends z.ZodRawShape>(shape: S) =>
  z
    .array(
      z.strictObject({
        ...shape,
        title: z.string().optional(),
        description: z.string().optional(),
        link: z.string().optional(),
      }),
    )
    .min(2)
    .max(5)

/** `media_source` of OpenAPI 5.23.0. */
export const mediaSource = z.discriminatedUnion('source_type', [
  z.strictObject({
    source_type: z.literal('image_base64'),
    content_type: contentType,
    data: base64,
    is_standard: z.boolean().optional(),
  }),
  z.strictObject({ source_type: z.literal('image_url'), url: z.url(), is_standard: z.boolean().optional() }),
  z.strictObject({
    source_type: z.literal('video_id'),
    media_id: numeric,
    cover_image_url: z.string().optional(),
    cover_image_content_type: contentType.optional(),
    cover_image_data: base64.optional(),
    cover_image_key_frame_time: z.int().min(0).optional(),
    is_standard: z.boolean().optional(),
  }),
  z.strictObject({
    source_type: z.literal('multiple_image_urls'),
    items: items({ url: z.url() }),
    index: z.int().min(0).optional(),
  }),
  z.strictObject({
    source_type: z.literal('multiple_image_base64'),
    items: items({ content_type: contentType, data: base64 }),
    index: z.int().min(0).optional(),
  }),
])

type MediaSource = z.output<typeof mediaSource>

/** The media of a Pin; `gone` if a URL returned nothing. */
export type PinMedia = Pick<Pin, 'media' | 'cover'>

const maxImage = 32 * MiB

const wrongFormat = (): SimulatedReply => invalid('The format of the image is not supported.')
const unreachable = (): SimulatedReply =>
  invalid('Unable to reach the URL. Please check the URL is correct and try again.')

/** Checks the media, and downloads those with a URL. */
export async function shownOf(source: MediaSource, call: Call): Promise<PinMedia | SimulatedReply> {
  switch (source.source_type) {
    case 'image_base64':
      return isImage(source) ? { media: 'image', cover: null } : wrongFormat()
    case 'multiple_image_base64':
      return source.items.every(isImage) ? { media: 'multiple_images', cover: null } : wrongFormat()
    case 'image_url':
      return (await refusedFetch([source.url], call)) ?? { media: 'image', cover: null }
    case 'multiple_image_urls':
      return (
        (await refusedFetch(
          source.items.map(({ url }) => url),
          call,
        )) ?? { media: 'multiple_images', cover: null }
      )
    case 'video_id':
      return videoOf(source, call)
  }
}

const isImage = ({ content_type, data }: { readonly content_type: Beginning; readonly data: string }): boolean =>
  typeOf(Buffer.from(data.slice(0, 64), 'base64')) === content_type

/** A client's WebP was refused in 2026; only vendors say that GIF is accepted. */
const fetchable: readonly (Beginning | null)[] = ['image/jpeg', 'image/png', 'image/gif']

async function refusedFetch(urls: readonly string[], { world }: Call): Promise<SimulatedReply | null> {
  for (const url of urls) {
    const file = await world.fetch(url)
    if (file?.status !== 200) return unreachable()
    if (!fetchable.includes(typeOf(file.bytes))) return wrongFormat()
    if (file.size > maxImage) return invalid('The image is too large.')
  }
  return null
}

type VideoSource = Extract<MediaSource, { source_type: 'video_id' }>

async function videoOf(source: VideoSource, call: Call): Promise<PinMedia | SimulatedReply> {
  const { media_id: id, cover_image_url: url, cover_image_content_type: type, cover_image_data: data } = source
  const second = source.cover_image_key_frame_time
  const upload = uploads(call.world).get(id)
  if (upload?.owner !== call.user.id) return invalid(`Invalid request: there is no media with the ID ${id}.`)
  const { state } = progress(upload, call.world)
  if (state !== 'succeeded') return invalid(`The media ${id} can’t be used: its status is ${state}.`)
  if (url !== undefined) {
    const file = await call.world.fetch(url)
    const isTaken = file?.status === 200 && ['image/jpeg', 'image/png'].includes(typeOf(file.bytes) ?? '')
    return isTaken ? { media: 'video', cover: 'address' } : invalid('The cover_image_url could not be used.')
  }
  if (type !== undefined && data !== undefined)
    return isImage({ content_type: type, data })
      ? { media: 'video', cover: 'image' }
      : invalid('The format of the cover image is not supported.')
  if (second !== undefined) return { media: 'video', cover: `second ${second}` }
  return invalid(
    'One of cover_image_url, cover_image_content_type with cover_image_data, or cover_image_key_frame_time is required.',
  )
}
