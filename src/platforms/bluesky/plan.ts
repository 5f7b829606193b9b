import { z } from 'zod'
import type { Content, ContentMedia } from '../../domain/content.ts'
import type { PlannedStep, PlanTools } from '../../domain/plan.ts'
import type { Account } from '../shared/context.ts'
import { commentName, kindOf, mediaFile, mimeTypeOf, step, stepsBefore } from '../shared/planning.ts'
import { type Facet, facet, facetsOf, handlesIn } from './facets.ts'
import { options } from './options.ts'
import { recordKeys } from './tid.ts'

export const mentionsInput = z.object({ handles: z.array(z.string()) })

/** For an image. */
export const uploadInput = z.object({ media: mediaFile, mimeType: z.string() })

/** `name`: the name of the file at the video service, the same for every attempt. */
export const videoInput = z.object({ media: mediaFile, name: z.string() })

export const cardInput = z.object({ uri: z.string() })

const shown = z.object({ alt: z.string(), aspectRatio: z.object({ width: z.number(), height: z.number() }).nullable() })

/** Media or card of the post. `source` is for a second upload: Bluesky deletes an image that is not used in time. */
export const plannedEmbed = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('images'), images: z.array(shown.extend({ step: z.string(), source: uploadInput })) }),
  shown.extend({ type: z.literal('video') }),
  z.object({ type: z.literal('card'), uri: z.string() }),
])

/** Everything in a record that is known when it is planned, so that a repeated request is identical. */
const draft = z.object({
  key: z.string(),
  text: z.string(),
  createdAt: z.string(),
  langs: z.array(z.string()),
  facets: z.array(facet),
})

export const postInput = draft.extend({ embed: plannedEmbed })

export const commentInput = draft.extend({ after: z.array(z.string()) })

/** Mentions are resolved, media is uploaded, then the post is published, and its comments follow as a thread. */
export function plan(content: Content, _: Account, tools: PlanTools): readonly PlannedStep[] {
  const { languages, langs } = options.parse(content.options)
  const keyOf = recordKeys(tools)
  const draftOf = (text: string, index: number): z.output<typeof draft> => ({
    key: keyOf(index),
    text,
    createdAt: isoTime(tools.now + index),
    langs: languages ?? langs ?? [],
    facets: facetsOf(text),
  })
  const post = draftOf(content.text, 0)
  const comments = content.comments.map((text, index) => draftOf(text, index + 1))
  const embed = embedOf(content.media, post.facets)
  return [
    ...mentionSteps([post, ...comments].flatMap(({ facets }) => facets)),
    ...embedSteps(content.media, embed, post.key),
    step('post', 'post', postInput, { ...post, embed }),
    ...comments.map((comment, index) =>
      step(commentName(index), 'comment', commentInput, { ...comment, after: stepsBefore(index) }),
    ),
  ]
}

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()

const uploadName = (index: number): string => `upload-${index + 1}`

function mentionSteps(facets: readonly Facet[]): readonly PlannedStep[] {
  const handles = handlesIn(facets)
  return handles.length === 0 ? [] : [step('mentions', 'mentions', mentionsInput, { handles })]
}

function embedOf(media: readonly ContentMedia[], facets: readonly Facet[]): z.output<typeof plannedEmbed> {
  const [first] = media
  if (first && kindOf(first) === 'video') return { type: 'video', ...shownAs(first) }
  if (first)
    return {
      type: 'images',
      images: media.map((item, index) => ({
        ...shownAs(item),
        step: uploadName(index),
        source: { media: item, mimeType: mimeTypeOf(item) },
      })),
    }
  const uri = facets.flatMap(({ feature }) => (feature.type === 'link' ? [feature.uri] : [])).at(0)
  return uri === undefined ? { type: 'none' } : { type: 'card', uri }
}

function embedSteps(
  [first]: readonly ContentMedia[],
  embed: z.output<typeof plannedEmbed>,
  key: string,
): readonly PlannedStep[] {
  if (embed.type === 'images')
    return embed.images.map(({ step: name, source }) => step(name, 'upload', uploadInput, source))
  if (embed.type === 'card') return [step('link-card', 'linkCard', cardInput, { uri: embed.uri })]
  if (embed.type === 'none' || !first) return []
  const video = { media: first, name: `${key}.mp4` }
  return [
    step('video-limits', 'videoLimits', videoInput, video),
    step('video-upload', 'videoUpload', videoInput, video),
    step('processing', 'processing', z.object({}), {}),
  ]
}

/** Width and height as people see them: a video may be stored rotated. */
function shownAs({ altText, facts: { width, height, rotation } }: ContentMedia): z.output<typeof shown> {
  const alt = altText ?? ''
  if (!width || !height) return { alt, aspectRatio: null }
  return { alt, aspectRatio: rotation % 180 === 0 ? { width, height } : { width: height, height: width } }
}
