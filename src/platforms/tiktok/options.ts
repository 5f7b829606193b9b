import { z } from 'zod'
import { hour } from '../../domain/time.ts'
import { privacyLevels } from './privacy.ts'

const direct = 'For DIRECT_POST.'

const toggle = (description: string) =>
  z
    .boolean()
    .optional()
    .meta({ description: `${description} ${direct} Default: false.`, 'x-default': false })

export const options = z.strictObject({
  post_type: z
    .enum(['video', 'photo'])
    .optional()
    .meta({ description: 'Default: video if the media is a video, photo if it is images.', 'x-default': null }),
  post_mode: z.enum(['DIRECT_POST', 'MEDIA_UPLOAD']).optional().meta({
    description: 'MEDIA_UPLOAD sends it to the TikTok inbox, where the creator finishes it. Default: DIRECT_POST.',
    'x-default': 'DIRECT_POST',
  }),
  source: z.enum(['FILE_UPLOAD', 'PULL_FROM_URL']).optional().meta({
    description: 'How TikTok gets the media. Default: FILE_UPLOAD for video; photos allow only PULL_FROM_URL.',
    'x-default': null,
  }),
  title: z.string().min(1).max(2_200).optional().meta({
    description: 'Replaces the effective message: up to 2,200 characters for a video, 90 for photos.',
  }),
  description: z.string().min(1).max(4_000).optional().meta({ description: 'Description of a photo post.' }),
  privacy_level: z.enum(privacyLevels).optional().meta({
    description: 'Who sees the post: one of the levels that TikTok offers the creator. Required for DIRECT_POST.',
  }),
  disable_comment: toggle('Turns comments off.'),
  disable_duet: toggle('Turns duets off; for video.'),
  disable_stitch: toggle('Turns stitches off; for video.'),
  // The longest duration that TikTok was seen to allow a creator is an hour (creator_info, 2026-11-21).
  video_cover_timestamp_ms: z
    .int()
    .min(0)
    .max(hour)
    .optional()
    .meta({
      description: `Moment of the video whose frame is the cover; not sent if thumbnail_url is set. ${direct}`,
    }),
  photo_cover_index: z.int().min(0).max(34).optional().meta({
    description: 'Which photo is the cover, counted from 0. Default: 0, or the photo of thumbnail_url.',
    'x-default': null,
  }),
  auto_add_music: toggle('Allows TikTok to add music; for photos.'),
  brand_content_toggle: toggle('Paid partnership with a third party.'),
  brand_organic_toggle: toggle("Promotion of the creator's own business."),
  is_aigc: toggle('Labels the content as made by AI.'),
})
