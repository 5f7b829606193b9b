import { z } from 'zod'
import type { Content, ContentMedia, StoredMedia } from '../../domain/content.ts'
import type { PlannedStep, PlanTools } from '../../domain/plan.ts'
import type { Account } from '../shared/context.ts'
import { commentName, hostedFile, kindOf, step } from '../shared/planning.ts'
import { postTypes } from './limits.ts'
import { options } from './options.ts'

/** An image of another type: it is converted to a JPEG, which gets its own URL. */
export const jpegInput = z.object({ media: hostedFile, isCover: z.exactOptional(z.boolean()) })

/** Usernames as the request has them. One without @ that has only digits is an ID. */
export const sponsorsInput = z.object({ names: z.array(z.string()) })

/** Where an image is: its URL, or the step that converts it to a JPEG. */
const picture = z.union([z.object({ url: z.string() }), z.object({ step: z.string() })])
export type Picture = z.output<typeof picture>

/** One call of `/media`: what the container shows, and its parameters. */
export const containerInput = z.object({
  shows: z.discriminatedUnion('type', [
    z.object({ type: z.literal('image'), picture }),
    z.object({ type: z.literal('video'), media: hostedFile, cover: picture.nullable() }),
    /** The names of the steps that make its items. */
    z.object({ type: z.literal('carousel'), items: z.array(z.string()) }),
  ]),
  parameters: z.record(z.string(), z.json()),
  /** Whether the step `sponsors` finds their IDs. */
  sponsored: z.boolean(),
})
export type ContainerInput = z.output<typeof containerInput>

const namedContainer = z.object({ name: z.string(), container: containerInput })
export type NamedContainer = z.output<typeof namedContainer>

/** The containers to wait for, each with everything that is needed to make it again. */
export const readyInput = z.object({ containers: z.array(namedContainer) })

/** How the post is recognised; `plannedAt`, in milliseconds since 1970: an older post is another one. */
export const postInput = z.object({
  items: z.array(namedContainer),
  main: namedContainer,
  caption: z.string(),
  product: z.enum(['FEED', 'REELS', 'STORY']),
  plannedAt: z.number(),
})
export type PostInput = z.output<typeof postInput>

export const commentInput = z.object({ text: z.string(), plannedAt: z.number() })

const main = 'container'
export const itemsReady = 'items-ready'
export const mainReady = 'ready'

/** Makes the containers, waits for them, publishes the post, and then writes each comment. */
export function plan(content: Content, _: Account, { now }: PlanTools): readonly PlannedStep[] {
  const { media, text: caption, comments } = content
  const pictures = picturesOf(media)
  const names = sponsorsOf(content)
  const items = content.postType === 'carousel' ? media.map((item, at) => itemOf(item, at, pictures)) : []
  const whole = { name: main, container: mainOf(content, items, pictures) }
  const covered = whole.container.shows.type === 'video' && whole.container.shows.cover !== null
  const product = productOf(content)
  return [
    step('quota', 'quota', z.object({}), {}),
    ...pictures.map(({ name, file, isCover }) =>
      step(name, 'jpeg', jpegInput, { media: file, ...(isCover && { isCover }) }),
    ),
    ...(names.length === 0 ? [] : [step('sponsors', 'sponsors', sponsorsInput, { names: [...names] })]),
    ...items.map(({ name, container }) => step(name, 'container', containerInput, container)),
    ...(items.length === 0 ? [] : [step(itemsReady, 'ready', readyInput, { containers: items })]),
    step(main, 'container', containerInput, whole.container),
    step(mainReady, 'ready', readyInput, { containers: [whole] }),
    step('post', 'post', postInput, { items, main: whole, caption, product, plannedAt: now }),
    ...(covered ? [step('cover', 'cover', z.object({}), {})] : []),
    ...comments.map((text, at) => step(commentName(at), 'comment', commentInput, { text, plannedAt: now })),
  ]
}

interface ConvertedImage {
  readonly name: string
  readonly file: StoredMedia
  readonly isCover: boolean
}

const convertedTypes: readonly string[] = postTypes.flatMap(({ media }) =>
  media.flatMap((set) => ('image' in set ? set.image.converted : [])),
)

/** The images, including covers, that must be converted to a JPEG. */
function picturesOf(media: readonly ContentMedia[]): readonly ConvertedImage[] {
  const files = media.flatMap((item) => [
    { file: item, isCover: false },
    ...(item.thumbnail ? [{ file: item.thumbnail, isCover: true }] : []),
  ])
  return files
    .filter(({ file }) => convertedTypes.includes(file.facts.contentType))
    .map((one, at) => ({ name: `jpeg-${at + 1}`, ...one }))
}

function pictureOf(file: StoredMedia, pictures: readonly ConvertedImage[]): Picture {
  const converted = pictures.find((one) => one.file === file)
  return converted ? { step: converted.name } : { url: file.url }
}

const isVideo = (item: ContentMedia): boolean => kindOf(item) === 'video'

const shown = (item: ContentMedia, pictures: readonly ConvertedImage[]): ContainerInput['shows'] =>
  isVideo(item)
    ? { type: 'video', media: item, cover: item.thumbnail && pictureOf(item.thumbnail, pictures) }
    : { type: 'image', picture: pictureOf(item, pictures) }

/** Only for an image: Reels and stories have no alternative text. */
const altTextOf = (item: ContentMedia) => (item.altText === null || isVideo(item) ? {} : { alt_text: item.altText })

const itemOf = (item: ContentMedia, at: number, pictures: readonly ConvertedImage[]): NamedContainer => ({
  name: `item-${at + 1}`,
  container: {
    shows: shown(item, pictures),
    parameters: { is_carousel_item: true, ...(isVideo(item) ? { media_type: 'VIDEO' } : {}), ...altTextOf(item) },
    sponsored: false,
  },
})

function mainOf(
  content: Content,
  items: readonly NamedContainer[],
  pictures: readonly ConvertedImage[],
): ContainerInput {
  const { postType, text: caption, media } = content
  const sponsored = sponsorsOf(content).length > 0
  const said = { ...(caption === '' ? {} : { caption }), ...partnership(content) }
  if (postType === 'carousel')
    return {
      shows: { type: 'carousel', items: items.map(({ name }) => name) },
      parameters: { media_type: 'CAROUSEL', ...said },
      sponsored,
    }
  const [first] = media
  if (!first) throw new Error('A post on Instagram shows something.')
  if (postType === 'story')
    return { shows: shown(first, pictures), parameters: { media_type: 'STORIES' }, sponsored: false }
  const kind = isVideo(first) ? { media_type: 'REELS', ...sharing(content) } : altTextOf(first)
  return { shows: shown(first, pictures), parameters: { ...kind, ...said }, sponsored }
}

/** The strategy of a trial Reel decides where it is shown. A single video in the feed is a Reel that is shared to it. */
function sharing({ postType, options: given }: Content) {
  const { shareToFeed = true, trialParams } = options.parse(given)
  if (trialParams) return { trial_params: { graduation_strategy: trialParams.graduationStrategy } }
  return { share_to_feed: postType === 'feed' || shareToFeed }
}

/** Sponsors set the label without this parameter. */
const partnership = ({ options: given }: Content) =>
  options.parse(given).isPaidPartnership ? { is_paid_partnership: true } : {}

const sponsorsOf = ({ options: given, postType }: Content): readonly string[] =>
  postType === 'story' ? [] : (options.parse(given).brandedContentSponsors ?? [])

function productOf({ postType, media: [first] }: Content): PostInput['product'] {
  if (postType === 'story') return 'STORY'
  return postType !== 'carousel' && first && isVideo(first) ? 'REELS' : 'FEED'
}
