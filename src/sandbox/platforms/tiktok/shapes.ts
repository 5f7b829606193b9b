import { z } from 'zod'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { wrongParameters } from './answers.ts'
import { type Privacy, privacies } from './store.ts'

const toggle = z.boolean().optional()

const videoInfo = z.strictObject({
  privacy_level: z.enum(privacies).optional(),
  title: z.string().max(2_200).optional(),
  disable_duet: toggle,
  disable_stitch: toggle,
  disable_comment: toggle,
  video_cover_timestamp_ms: z.int().min(0).optional(),
  brand_content_toggle: toggle,
  brand_organic_toggle: toggle,
  is_aigc: toggle,
})

const fileSource = z.strictObject({
  source: z.literal('FILE_UPLOAD'),
  video_size: z.int().min(1),
  chunk_size: z.int().min(1),
  total_chunk_count: z.int().min(1),
})

const pulledVideo = z.strictObject({ source: z.literal('PULL_FROM_URL'), video_url: z.url() })

const videoSource = z.discriminatedUnion('source', [fileSource, pulledVideo])

export type FileSource = z.output<typeof fileSource>

export const directVideo = z.strictObject({ post_info: videoInfo, source_info: videoSource })

/** Other fields are not checked. */
export const inboxVideo = z.object({ source_info: videoSource })

const photoInfo = z.strictObject({
  title: z.string().max(90).optional(),
  description: z.string().max(4_000).optional(),
  privacy_level: z.enum(privacies).optional(),
  disable_comment: toggle,
  auto_add_music: toggle,
  brand_content_toggle: toggle,
  brand_organic_toggle: toggle,
})

const maxPhotos = 35

export const photos = z.strictObject({
  media_type: z.literal('PHOTO'),
  post_mode: z.enum(['DIRECT_POST', 'MEDIA_UPLOAD']),
  is_aigc: toggle,
  post_info: photoInfo,
  source_info: z
    .strictObject({
      source: z.literal('PULL_FROM_URL'),
      photo_images: z.array(z.url()).min(1).max(maxPhotos),
      photo_cover_index: z.int().min(0),
    })
    .refine(({ photo_images: images, photo_cover_index: cover }) => cover < images.length),
})

export type PostInfo = { readonly privacy_level?: Privacy | undefined }

/** The parsed body, or TikTok's error, which never names the wrong field. */
export function read<S extends z.ZodType>(schema: S, body: unknown, world: World): z.output<S> | SimulatedReply {
  const given = schema.safeParse(body)
  return given.success ? given.data : wrongParameters('The request post info is empty or incorrect', world)
}
