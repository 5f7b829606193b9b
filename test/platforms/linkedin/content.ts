import { type ContentRow, type CoverRow, covered, media } from '../shared/content.ts'
import { GB, gif, image, stored, video } from '../shared/requested.ts'

/** The documented rules of its posts, row by row. */
export const content: readonly ContentRow[] = [
  ['text alone', {}, { text: '' }, ['text_required']],
  ['one image', media(image()), media(image(), image()), ['too_many_media']],
  ['or one GIF', media(gif()), media(gif(), gif()), ['too_many_media']],
  ['jpg', media(image('image/jpeg')), media(image('image/webp')), ['media_type']],
  ['png', media(image('image/png')), media(image('image/bmp')), ['media_type']],
  ['or one MP4', media(video()), media(video({}, 'video/quicktime')), ['media_type']],
  ['video to 1,073,741,824 bytes', media(video({ size: GB })), media(video({ size: GB + 1 })), ['media_too_large']],
  ['video from 3 seconds', media(video({ seconds: 3 })), media(video({ seconds: 2 })), ['media_too_short']],
  ['video to 30 minutes', media(video({ seconds: 1_800 })), media(video({ seconds: 1_801 })), ['media_too_long']],
  ['images and video are not mixed', media(video()), media(video(), image()), ['mixed_media']],
]

/** Covers of a video. */
export const covers: readonly CoverRow[] = [['is an upload', covered(stored('image/png')), covered('not_hosted')]]
