import { z } from 'zod'
import type { Content, ContentMedia } from '../../domain/content.ts'
import type { PlannedStep, PlanTools } from '../../domain/plan.ts'
import type { Account } from '../shared/context.ts'
import { commentName, kindOf, mediaFile, mimeTypeOf, step, stepsBefore } from '../shared/planning.ts'
import { standardVideo } from './limits.ts'

export const uploadInput = z.object({
  media: mediaFile,
  mimeType: z.string(),
  category: z.enum(['tweet_image', 'tweet_gif', 'tweet_video', 'amplify_video']),
})

/** Names of the uploads. */
export const processingInput = z.object({ uploads: z.array(z.string()) })

export const altTextInput = z.object({ upload: z.string(), text: z.string() })

/** `plannedAt`, in milliseconds since 1970: the step cannot have made anything older. */
export const postInput = z.object({ text: z.string(), uploads: z.array(z.string()), plannedAt: z.number() })

export const commentInput = z.object({ text: z.string(), after: z.array(z.string()), plannedAt: z.number() })

/** Uploads, X's processing of them, alternative texts, the post, and its comments as a thread. */
export function plan({ media, text, comments }: Content, account: Account, { now }: PlanTools): readonly PlannedStep[] {
  const uploads = media.map((_, index) => uploadName(index))
  return [
    ...media.map((item, index) =>
      step(uploadName(index), 'upload', uploadInput, {
        media: item,
        mimeType: mimeTypeOf(item),
        category: categoryOf(item, account),
      }),
    ),
    ...(uploads.length === 0 ? [] : [step('processing', 'processing', processingInput, { uploads })]),
    ...media.flatMap((item, index) => {
      const altText = describes(item)
      const input = { upload: uploadName(index), text: altText }
      return altText === '' ? [] : [step(`alt-text-${index + 1}`, 'altText', altTextInput, input)]
    }),
    step('post', 'post', postInput, { text, uploads, plannedAt: now }),
    ...comments.map((said, index) =>
      step(commentName(index), 'comment', commentInput, { text: said, after: stepsBefore(index), plannedAt: now }),
    ),
  ]
}

const uploadName = (index: number): string => `upload-${index + 1}`

function categoryOf(item: ContentMedia, { eligible }: Account) {
  const kind = kindOf(item)
  if (kind !== 'video') return kind === 'gif' ? 'tweet_gif' : 'tweet_image'
  const { size, seconds } = item.facts
  // By the guides `tweet_video` ends here; clients send longer ones of Premium accounts as `amplify_video`
  // (twitter-api-v2 1.29.1), which no page of X promises.
  const isLong = size > standardVideo.maxBytes || (seconds ?? 0) > standardVideo.maxSeconds
  return isLong && eligible ? 'amplify_video' : 'tweet_video'
}

/** X accepts alternative text only for images and GIFs. */
const describes = (item: ContentMedia): string => (kindOf(item) === 'video' ? '' : (item.altText ?? ''))
