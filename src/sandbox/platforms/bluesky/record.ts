import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { blobRef } from './blobs.ts'
import { isCid } from './cid.ts'
import { invalidRequest } from './errors.ts'

// Lexicons of 2026-08-20. Lengths are in bytes of UTF-8, or in graphemes where the lexicon uses them. Unknown fields
// are accepted, as on the real server.
const maxTextBytes = 3_000
const maxTextGraphemes = 300
const maxTagBytes = 640
const maxTagGraphemes = 64
const maxImageBytes = 2_000_000
const maxThumbBytes = 1_000_000
const maxVideoBytes = 300_000_000
const maxCaptionBytes = 20_000

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const text = (maxBytes: number, maxGraphemes: number) =>
  z
    .string()
    .refine((value) => Buffer.byteLength(value) <= maxBytes, `must not be longer than ${maxBytes} bytes`)
    .refine((value) => [...graphemes.segment(value)].length <= maxGraphemes, {
      error: `must not be longer than ${maxGraphemes} graphemes`,
    })

const uri = z.string().regex(/^[a-z][a-z0-9.-]*:\S+$/i, 'must be a uri')
const atUri = z.string().regex(/^at:\/\/[^/\s]+\/[^/\s]+\/[^/\s]+$/, 'must be a valid at-uri')
const did = z.string().regex(/^did:[a-z]+:[a-zA-Z0-9._:%-]*[a-zA-Z0-9._-]$/, 'must be a valid did')
const language = z.string().regex(/^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$/, 'must be a well-formed BCP 47 language tag')
const dateTime = z.iso.datetime({ offset: true, error: 'must be a valid atproto datetime' })

const file = (accept: RegExp, maxSize: number) =>
  blobRef
    .refine(({ mimeType }) => accept.test(mimeType), 'has a type that is not accepted')
    .refine(({ size }) => size <= maxSize, `must not be larger than ${maxSize} bytes`)

const strongRef = z.object({ uri: atUri, cid: z.string().refine(isCid, 'must be a cid string') })

const aspectRatio = z.object({ width: z.int().min(1), height: z.int().min(1) })

const feature = z.discriminatedUnion('$type', [
  z.object({ $type: z.literal('app.bsky.richtext.facet#link'), uri }),
  z.object({ $type: z.literal('app.bsky.richtext.facet#mention'), did }),
  z.object({ $type: z.literal('app.bsky.richtext.facet#tag'), tag: text(maxTagBytes, maxTagGraphemes) }),
])

const facet = z.object({
  index: z.object({ byteStart: z.int().min(0), byteEnd: z.int().min(0) }),
  features: z.array(feature),
})

const image = z.object({
  image: file(/^image\//, maxImageBytes),
  alt: z.string(),
  aspectRatio: aspectRatio.optional(),
})

const images = z.object({ $type: z.literal('app.bsky.embed.images'), images: z.array(image).max(4) })

const gallery = z.object({
  $type: z.literal('app.bsky.embed.gallery'),
  items: z.array(image.extend({ $type: z.literal('app.bsky.embed.gallery#image'), aspectRatio })).max(20),
})

const video = z.object({
  $type: z.literal('app.bsky.embed.video'),
  video: file(/^video\/mp4$/, maxVideoBytes),
  captions: z
    .array(z.object({ lang: language, file: file(/^text\/vtt$/, maxCaptionBytes) }))
    .max(20)
    .optional(),
  alt: z.string().optional(),
  aspectRatio: aspectRatio.optional(),
  presentation: z.string().optional(),
})

const external = z.object({
  $type: z.literal('app.bsky.embed.external'),
  external: z.object({
    uri,
    title: z.string(),
    description: z.string(),
    thumb: file(/^image\//, maxThumbBytes).optional(),
  }),
})

const record = z.object({ $type: z.literal('app.bsky.embed.record'), record: strongRef })

const recordWithMedia = z.object({
  $type: z.literal('app.bsky.embed.recordWithMedia'),
  record: z.object({ record: strongRef }),
  media: z.discriminatedUnion('$type', [images, gallery, video, external]),
})

export const postCollection = 'app.bsky.feed.post'

const post = z.object({
  $type: z.literal(postCollection),
  text: text(maxTextBytes, maxTextGraphemes),
  createdAt: dateTime,
  langs: z.array(language).max(3).optional(),
  facets: z.array(facet).optional(),
  reply: z.object({ root: strongRef, parent: strongRef }).optional(),
  embed: z.discriminatedUnion('$type', [images, gallery, video, external, record, recordWithMedia]).optional(),
  tags: z.array(text(maxTagBytes, maxTagGraphemes)).max(8).optional(),
})

export type Post = z.output<typeof post>

export function readPost(value: Json): Post {
  const read = post.safeParse(value)
  if (!read.success) throw invalidPost(sentence(read.error))
  const wrong = read.data.facets?.find(({ index }) => !isWithin(read.data.text, index))
  if (wrong) throw invalidPost('Record/facets/index is not a range of whole characters of the text')
  return read.data
}

const invalidPost = (what: string) => invalidRequest(`Invalid ${postCollection} record: ${what}`)

const sentence = ({ issues: [issue] }: z.ZodError): string =>
  issue ? `${['Record', ...issue.path].join('/')} ${issue.message}` : 'Record is wrong'

/** The real server accepts any range and leaves it to apps. Here a wrong range is reported. */
function isWithin(text: string, { byteStart, byteEnd }: { byteStart: number; byteEnd: number }): boolean {
  const bytes = Buffer.from(text)
  const startsCharacter = (offset: number) => offset === bytes.length || ((bytes[offset] ?? 0) & 0xc0) !== 0x80
  return byteStart < byteEnd && byteEnd <= bytes.length && startsCharacter(byteStart) && startsCharacter(byteEnd)
}

/** The number of files in a post. */
export function mediaCount({ embed }: Post): number {
  const media = embed?.$type === 'app.bsky.embed.recordWithMedia' ? embed.media : embed
  if (media?.$type === 'app.bsky.embed.images') return media.images.length
  if (media?.$type === 'app.bsky.embed.gallery') return media.items.length
  return media?.$type === 'app.bsky.embed.video' ? 1 : 0
}
