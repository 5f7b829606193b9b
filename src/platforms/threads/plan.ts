import { z } from 'zod'
import type { Content, ContentMedia } from '../../domain/content.ts'
import type { PlannedStep } from '../../domain/plan.ts'
import { commentName, kindOf, mediaFile, mimeTypeOf, step, stepsBefore } from '../shared/planning.ts'

/** Of an image that Threads does not take as it is. */
export const jpegInput = z.object({ media: mediaFile })

/** A file is at an address that is known, or at that which an earlier step has made. */
const imageSource = z.union([z.object({ url: z.string() }), z.object({ step: z.string() })])

/** The planned content of a container; `items` names the step that makes the containers of a carousel's items. */
export const draft = z.discriminatedUnion('type', [
  z.object({ type: z.literal('TEXT'), text: z.string() }),
  z.object({
    type: z.enum(['IMAGE', 'VIDEO']),
    text: z.string(),
    place: imageSource,
    altText: z.string(),
    isItem: z.boolean(),
  }),
  z.object({ type: z.literal('CAROUSEL'), text: z.string(), items: z.string() }),
])

export type Draft = z.output<typeof draft>

export const containersInput = z.object({ drafts: z.array(draft) })

/** With the draft, so that a container that Threads has lost can be made again. */
export const postInput = z.object({ draft })

export const commentInput = z.object({ text: z.string(), after: z.array(z.string()) })

/** Containers, which nobody sees, then the post that is made of them, and its comments as a thread. */
export function plan({ media, text, comments }: Content): readonly PlannedStep[] {
  const isCarousel = media.length > 1
  const post = isCarousel ? { type: 'CAROUSEL' as const, text, items: 'items' } : draftOf(text, media[0])
  return [
    ...media.flatMap((item, index) =>
      needsJpeg(item) ? [step(jpegName(index), 'jpeg', jpegInput, { media: item })] : [],
    ),
    ...(isCarousel ? [step('items', 'containers', containersInput, { drafts: media.map(itemOf) })] : []),
    step('container', 'containers', containersInput, { drafts: [post] }),
    step('post', 'post', postInput, { draft: post }),
    ...comments.map((said, index) =>
      step(commentName(index), 'comment', commentInput, { text: said, after: stepsBefore(index) }),
    ),
  ]
}

const draftOf = (text: string, only: ContentMedia | undefined): Draft =>
  only ? { ...shown(only, 0), text, isItem: false } : { type: 'TEXT', text }

const itemOf = (item: ContentMedia, index: number): Draft => ({ ...shown(item, index), text: '', isItem: true })

const shown = (item: ContentMedia, index: number) => ({
  type: kindOf(item) === 'video' ? ('VIDEO' as const) : ('IMAGE' as const),
  place: needsJpeg(item) ? { step: jpegName(index) } : { url: item.url },
  altText: item.altText ?? '',
})

const jpegName = (index: number): string => `jpeg-${index + 1}`

/** The image types that Threads' pages name, in addition to all kinds of video. */
const takenAsTheyAre = ['image/jpeg', 'image/png']

const needsJpeg = (item: ContentMedia): boolean =>
  kindOf(item) !== 'video' && !takenAsTheyAre.includes(mimeTypeOf(item))
