import { z } from 'zod'
import type { Content, ContentMedia } from '../../domain/content.ts'
import type { PlannedStep, PlanTools } from '../../domain/plan.ts'
import type { Account } from '../shared/context.ts'
import { commentName, kindOf, mediaFile, mimeTypeOf, step } from '../shared/planning.ts'

export const photoInput = z.object({
  media: mediaFile,
  mimeType: z.string(),
  /** Facebook does not support WebP. */
  convert: z.boolean(),
  altText: z.string(),
})

export const videoInput = z.object({ media: mediaFile, mimeType: z.string() })

/** `video_reels` or `video_stories`: both have the same sessions. */
export const sessionInput = z.object({ media: mediaFile, edge: z.enum(['video_reels', 'video_stories']) })

/** Name of the upload. */
export const processingInput = z.object({ upload: z.string() })

export const coverInput = z.object({ upload: z.string(), media: mediaFile, mimeType: z.string() })

/** `plannedAt`, in milliseconds since 1970: the step cannot have made anything older. */
export const feedInput = z.object({
  text: z.string(),
  link: z.string().nullable(),
  photos: z.array(z.string()),
  plannedAt: z.number(),
})

export const feedVideoInput = z.object({ upload: z.string(), text: z.string() })
export const reelInput = feedVideoInput
export const videoStoryInput = z.object({ upload: z.string() })
export const photoStoryInput = z.object({ photo: z.string() })

/** `earlier`: names of the comments before it, which may have the same text. */
export const commentInput = z.object({ text: z.string(), earlier: z.array(z.string()), plannedAt: z.number() })

const uploadName = 'upload'

/** First the hidden parts, then the one call that shows them, then the additions to the post. */
export function plan(content: Content, _account: Account, { now }: PlanTools): readonly PlannedStep[] {
  const { text, comments } = content
  const said = comments.map((one, index) =>
    step(commentName(index), 'comment', commentInput, { text: one, earlier: namesBefore(index), plannedAt: now }),
  )
  const video = content.media.find((item) => kindOf(item) === 'video')
  if (content.postType === 'story') return video ? videoStory(video) : photoStory(content.media)
  if (video && content.postType === 'reel') return [...reel(video, text), ...covers(video, 'after'), ...said]
  if (video) return [...feedVideo(video, text), ...covers(video, 'after'), ...said]
  return [...feed(content, now), ...said]
}

function feed({ text, media, options }: Content, plannedAt: number): PlannedStep[] {
  const link = typeof options.link === 'string' ? options.link : null
  return [
    ...media.map(photo),
    step('post', 'post', feedInput, {
      text: text.trim() === '' ? '' : text,
      link,
      photos: media.map((_, index) => photoName(index)),
      plannedAt,
    }),
  ]
}

const namesBefore = (index: number): string[] => Array.from({ length: index }, (_, before) => commentName(before))

const photoName = (index: number): string => `photo-${index + 1}`

const photo = (item: ContentMedia, index: number): PlannedStep =>
  step(photoName(index), 'photo', photoInput, {
    media: item,
    mimeType: mimeTypeOf(item),
    convert: mimeTypeOf(item) === 'image/webp',
    altText: item.altText ?? '',
  })

const feedVideo = (video: ContentMedia, text: string): PlannedStep[] => [
  step(uploadName, 'video', videoInput, { media: video, mimeType: mimeTypeOf(video) }),
  ...covers(video, 'before'),
  step('post', 'feedVideo', feedVideoInput, { upload: uploadName, text }),
]

const reel = (video: ContentMedia, text: string): PlannedStep[] => [
  ...session(video, 'video_reels'),
  ...covers(video, 'before'),
  step('post', 'reel', reelInput, { upload: uploadName, text }),
]

const videoStory = (video: ContentMedia): PlannedStep[] => [
  ...session(video, 'video_stories'),
  step('post', 'videoStory', videoStoryInput, { upload: uploadName }),
]

const photoStory = (media: readonly ContentMedia[]): PlannedStep[] => [
  ...media.map(photo),
  step('post', 'photoStory', photoStoryInput, { photo: photoName(0) }),
]

const session = (video: ContentMedia, edge: z.input<typeof sessionInput>['edge']): PlannedStep[] => [
  step(uploadName, 'session', sessionInput, { media: video, edge }),
  step('processing', 'processing', processingInput, { upload: uploadName }),
]

/** A cover is set before the video is shown. Where that was not possible, it is tried once more afterwards. */
function covers({ thumbnail }: ContentMedia, when: 'before' | 'after'): PlannedStep[] {
  if (thumbnail === null) return []
  const input = { upload: uploadName, media: thumbnail, mimeType: mimeTypeOf(thumbnail) }
  return when === 'before'
    ? [step('cover', 'cover', coverInput, input)]
    : [step('thumbnail', 'thumbnail', coverInput, input)]
}
