import { z } from 'zod'
import type { Content, ContentMedia } from '../../domain/content.ts'
import type { PlannedStep, PlanTools } from '../../domain/plan.ts'
import type { Account } from '../shared/context.ts'
import { kindOf, mediaFile, mimeTypeOf, step } from '../shared/planning.ts'
import { maxInline } from './limits.ts'
import { options } from './options.ts'

/**
 * A picture that is sent in the request. `asJpeg`: Pinterest does not accept its type or size, so it is converted. `url`: its
 * address on the media host, if Pinterest can fetch the picture as it is.
 */
const picture = z.object({
  media: mediaFile,
  mimeType: z.string(),
  asJpeg: z.boolean(),
  url: z.exactOptional(z.string()),
})

export type Picture = z.output<typeof picture>

export const boardInput = z.object({ boardId: z.string() })

export const uploadInput = z.object({ media: mediaFile, mimeType: z.string() })

/** Options that the Pin gets as they are: `exactOptional`, because a stored plan may lack them. Of the others, a plan holds null. */
const asGiven = options.omit({ boardId: true, title: true, link: true })

/** `plannedAt`, in milliseconds since 1970: anything older was not created by the step. */
export const postInput = z.object({
  ...asGiven.shape,
  /** Null: neither the post nor the connection names a board. */
  boardId: z.string().nullable(),
  title: z.string().nullable(),
  description: z.string(),
  link: z.string().nullable(),
  altText: z.string().nullable(),
  shown: z.discriminatedUnion('type', [
    z.object({ type: z.literal('picture'), picture }),
    z.object({ type: z.literal('address'), url: z.string() }),
    z.object({ type: z.literal('video'), cover: picture.nullable() }),
  ]),
  plannedAt: z.number(),
})

export type PostInput = z.output<typeof postInput>

/** A video is uploaded and processed before its Pin is created. Its board is checked first, because the file may be large. */
export function plan(content: Content, account: Account, { now }: PlanTools): readonly PlannedStep[] {
  const [item] = content.media
  if (!item) throw new Error('A Pin has an image or a video.')
  const { boardId = account.boardId ?? null, title = null, link = null, ...given } = options.parse(content.options)
  const { thumbnail } = item
  const isVideo = kindOf(item) === 'video'
  const cover = isVideo && thumbnail !== null ? asPicture(thumbnail) : null
  return [
    ...(isVideo && boardId !== null ? [step('board', 'checkBoard', boardInput, { boardId })] : []),
    ...(isVideo ? uploadSteps(item) : []),
    step('post', 'post', postInput, {
      ...given,
      boardId,
      title,
      description: content.text.trim() === '' ? '' : content.text,
      link,
      altText: item.altText ? item.altText : null,
      shown: isVideo ? { type: 'video', cover } : shownOf(item),
      plannedAt: now,
    }),
    ...(cover === null ? [] : [step('cover', 'cover', z.object({}), {})]),
  ]
}

const uploadSteps = (video: ContentMedia): PlannedStep[] => [
  step('upload', 'upload', uploadInput, { media: video, mimeType: mimeTypeOf(video) }),
  step('processing', 'processing', z.object({}), {}),
]

const shownOf = (item: ContentMedia): PostInput['shown'] =>
  isFetched(item) ? { type: 'address', url: item.url } : { type: 'picture', picture: pictureOf(item) }

const pictureOf = (item: ContentMedia): Picture => ({
  ...asPicture(item),
  ...(needsJpeg(item) ? {} : { url: item.url }),
})

const needsJpeg = (item: Pick<ContentMedia, 'facts'>): boolean =>
  !['image/jpeg', 'image/png'].includes(mimeTypeOf(item))

/** Only a cover can be too large here. It may become a JPEG, because its details do not matter. */
const asPicture = (item: Pick<ContentMedia, 'file' | 'facts'>): Picture => ({
  media: { file: item.file, facts: { size: item.facts.size } },
  mimeType: mimeTypeOf(item),
  asJpeg: needsJpeg(item) || item.facts.size > maxInline,
})

/** Whether Pinterest fetches the file from the media host: base64 is only for JPEG and PNG (OpenAPI 5.23.0) up to `maxInline`. */
export const isFetched = (item: Pick<ContentMedia, 'facts'>): boolean =>
  kindOf(item) === 'gif' || (kindOf(item) === 'image' && !needsJpeg(item) && item.facts.size > maxInline)
