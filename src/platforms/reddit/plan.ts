import { z } from 'zod'
import type { Content, ContentMedia } from '../../domain/content.ts'
import type { PlannedStep, PlanTools } from '../../domain/plan.ts'
import type { Account } from '../shared/context.ts'
import { commentName, mediaFile, mimeTypeOf, step } from '../shared/planning.ts'
import { options } from './options.ts'
import { bodyOf, titleOf } from './title.ts'

/** `asJpeg`: Reddit does not accept the type of the image, so it is converted. */
export const uploadInput = z.object({ media: mediaFile, mimeType: z.string(), asJpeg: z.boolean() })

/** `plannedAt`, in milliseconds since 1970: anything older was not created by the step. */
export const postInput = z.object({
  subreddit: z.string(),
  title: z.string(),
  text: z.string(),
  /** The page that a link post links to. */
  url: z.string().nullable(),
  flairId: z.string().nullable(),
  flairText: z.string().nullable(),
  nsfw: z.boolean(),
  spoiler: z.boolean(),
  plannedAt: z.number(),
})

export type PostInput = z.output<typeof postInput>

/** `before`: the steps of earlier comments, which may have the same text. */
export const commentInput = z.object({ text: z.string(), before: z.array(z.string()), plannedAt: z.number() })

/** An image is uploaded before it is posted. All comments are directly under the post. */
export function plan(content: Content, _: Account, { now }: PlanTools): readonly PlannedStep[] {
  const [image] = content.media
  return [
    ...(image ? [uploadOf(image)] : []),
    step('post', image ? 'postImage' : 'post', postInput, postOf(content, now)),
    ...content.comments.map((text, index) =>
      step(commentName(index), 'comment', commentInput, { text, before: namesBefore(index), plannedAt: now }),
    ),
  ]
}

const namesBefore = (index: number): string[] => Array.from({ length: index }, (_, before) => commentName(before))

function uploadOf(image: ContentMedia): PlannedStep {
  const given = mimeTypeOf(image)
  const asJpeg = given === 'image/webp'
  return step('upload', 'upload', uploadInput, {
    media: image,
    mimeType: asJpeg ? 'image/jpeg' : given,
    asJpeg,
  })
}

function postOf(content: Content, plannedAt: number): PostInput {
  const { subreddit, subredditName, url, flair_id, flair_text, nsfw, spoiler } = options.parse(content.options)
  return {
    // `validate` refuses a post without a community; Reddit would refuse it too.
    subreddit: subreddit ?? subredditName ?? '',
    title: titleOf(content),
    text: bodyOf(content),
    url: url ?? null,
    flairId: flair_id ?? null,
    flairText: flair_text ?? null,
    nsfw: nsfw ?? false,
    spoiler: spoiler ?? false,
    plannedAt,
  }
}
