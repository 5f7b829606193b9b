import { z } from 'zod'
import type { Content, ContentMedia } from '../../domain/content.ts'
import type { PlannedStep, PlanTools } from '../../domain/plan.ts'
import type { Account } from '../shared/context.ts'
import { commentName, kindOf, mediaFile, mimeTypeOf, step } from '../shared/planning.ts'
import { options } from './options.ts'

const file = z.object({ media: mediaFile, mimeType: z.string() })

export const imageInput = file

export const videoInput = z.object({ media: mediaFile, cover: file.nullable() })

/** Which of LinkedIn's two collections the upload is in. */
export const processingInput = z.object({ kind: z.enum(['images', 'videos']), size: z.number() })

/** `plannedAt`, in milliseconds since 1970: anything older was not created by the step. */
export const postInput = z.object({
  text: z.string(),
  hasMedia: z.boolean(),
  altText: z.string(),
  visibility: z.string(),
  plannedAt: z.number(),
})

/** `earlier`: names of the comments before it, which may have the same text. */
export const commentInput = z.object({ text: z.string(), earlier: z.array(z.string()), plannedAt: z.number() })

/** The upload and LinkedIn's processing of it, the post, and what is added to it. */
export function plan(content: Content, _account: Account, { now }: PlanTools): readonly PlannedStep[] {
  const { text, comments } = content
  const [item] = content.media
  const { visibility = 'PUBLIC' } = options.parse(content.options)
  const isVideo = item !== undefined && kindOf(item) === 'video'
  return [
    ...(item ? sendingOf(item) : []),
    step('post', 'post', postInput, {
      text: text.trim() === '' ? '' : text,
      hasMedia: item !== undefined,
      // LinkedIn accepts descriptions only for images.
      altText: isVideo ? '' : (item?.altText ?? ''),
      visibility,
      plannedAt: now,
    }),
    ...(isVideo && item.thumbnail ? [step('cover', 'cover', z.object({}), {})] : []),
    ...comments.map((said, index) =>
      step(commentName(index), 'comment', commentInput, {
        text: said,
        earlier: comments.slice(0, index).map((_, before) => commentName(before)),
        plannedAt: now,
      }),
    ),
  ]
}

/** Later steps find the upload by this name. */
export const uploadName = 'upload'

function sendingOf(item: ContentMedia): PlannedStep[] {
  const { thumbnail } = item
  const isVideo = kindOf(item) === 'video'
  return [
    isVideo
      ? step(uploadName, 'video', videoInput, { media: item, cover: thumbnail && asFile(thumbnail) })
      : step(uploadName, 'image', imageInput, asFile(item)),
    step('processing', 'processing', processingInput, {
      kind: isVideo ? 'videos' : 'images',
      size: item.facts.size,
    }),
  ]
}

const asFile = (item: Pick<ContentMedia, 'file' | 'facts'>) => ({ media: item, mimeType: mimeTypeOf(item) })
