import { z } from 'zod'
import type { Content, ContentMedia } from '../../domain/content.ts'
import type { PlannedStep, PlanTools } from '../../domain/plan.ts'
import type { Account } from '../shared/context.ts'
import { mediaFile, mimeTypeOf, step } from '../shared/planning.ts'
import { options } from './options.ts'
import { type PrivacyLevel, privacyLevels } from './privacy.ts'
import { textsOf } from './texts.ts'

/** The properties of a post that TikTok has to allow the creator; `seconds` is null for photos. */
export const creatorInput = z.object({ privacyLevel: z.enum(privacyLevels), seconds: z.number().nullable() })

/** For a photo that is larger than TikTok accepts. */
export const jpegInput = z.object({ media: mediaFile })

const text = z.exactOptional(z.string())
const toggle = z.exactOptional(z.boolean())

/** `post_info` as it is sent, except for what the creator has turned off. */
const postInfo = z.object({
  privacy_level: z.exactOptional(z.enum(privacyLevels)),
  title: text,
  description: text,
  disable_comment: toggle,
  disable_duet: toggle,
  disable_stitch: toggle,
  video_cover_timestamp_ms: z.exactOptional(z.number()),
  auto_add_music: toggle,
  brand_content_toggle: toggle,
  brand_organic_toggle: toggle,
  is_aigc: toggle,
})
export type PostInfo = z.output<typeof postInfo>

/** Null: the post goes to the inbox, where the creator decides all this. */
const direct = z.object({ info: postInfo, privacyLevel: z.enum(privacyLevels) }).nullable()
export type Direct = z.output<typeof direct>

export const uploadInput = z.object({ media: mediaFile, mimeType: z.string(), direct })
export type Upload = z.output<typeof uploadInput>

/** The address of a file, or the name of the step that stores it. */
const imageSource = z.union([z.object({ url: z.string() }), z.object({ step: z.string() })])

/** A post whose files TikTok fetches. `plannedAt`, in milliseconds since 1970: anything older is another post. */
export const pullInput = z.object({
  shows: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('video'), url: z.string() }),
    z.object({
      kind: z.literal('photo'),
      places: z.array(imageSource),
      coverIndex: z.number(),
      /** All that an inbox post has. */
      texts: postInfo.pick({ title: true, description: true }),
      madeByAi: z.boolean(),
    }),
  ]),
  direct,
  plannedAt: z.number(),
})
export type Pull = z.output<typeof pullInput>

type Options = ReturnType<typeof options.parse>

/** A direct post first asks TikTok what the creator may do today; an inbox post does not need that. */
export function plan(content: Content, _: Account, { now }: PlanTools): readonly PlannedStep[] {
  const given = options.parse(content.options)
  return content.postType === 'photo' ? photoSteps(content, given, now) : videoSteps(content, given, now)
}

/** `validate` refuses a direct post without a privacy level. */
const privacyLevelOf = (given: Options): PrivacyLevel => given.privacy_level ?? 'SELF_ONLY'

const isDirect = ({ post_mode: mode = 'DIRECT_POST' }: Options): boolean => mode === 'DIRECT_POST'

function asked(given: Options, seconds: number | null): PlannedStep[] {
  const privacyLevel = privacyLevelOf(given)
  return isDirect(given) ? [step('creator', 'creator', creatorInput, { privacyLevel, seconds })] : []
}

function videoSteps(content: Content, given: Options, now: number): readonly PlannedStep[] {
  const [video] = content.media
  if (!video) throw new Error('A video on TikTok has a file.')
  const privacyLevel = privacyLevelOf(given)
  const direct = isDirect(given) ? { privacyLevel, info: videoInfo(content, given, video) } : null
  const first = asked(given, video.facts.seconds)
  if (given.source === 'PULL_FROM_URL') {
    const shows = { kind: 'video', url: video.url } as const
    return [...first, step('post', 'postPulled', pullInput, { shows, direct, plannedAt: now })]
  }
  const input = { media: video, mimeType: mimeTypeOf(video), direct }
  return [...first, step('upload', 'upload', uploadInput, input), step('post', 'postFile', uploadInput, input)]
}

/** A frame of the video is the cover only if the post has no other cover. */
function videoInfo(content: Content, given: Options, video: ContentMedia): PostInfo {
  const { title } = textsOf(content)
  const moment = video.thumbnail === null && !video.coverLeftOut ? given.video_cover_timestamp_ms : undefined
  return {
    ...(title === '' ? {} : { title }),
    privacy_level: privacyLevelOf(given),
    disable_comment: given.disable_comment ?? false,
    disable_duet: given.disable_duet ?? false,
    disable_stitch: given.disable_stitch ?? false,
    ...(moment === undefined ? {} : { video_cover_timestamp_ms: moment }),
    brand_content_toggle: given.brand_content_toggle ?? false,
    brand_organic_toggle: given.brand_organic_toggle ?? false,
    is_aigc: given.is_aigc ?? false,
  }
}

function photoSteps(content: Content, given: Options, now: number): readonly PlannedStep[] {
  const { media } = content
  const privacyLevel = privacyLevelOf(given)
  const { title, description } = textsOf(content)
  const texts = { ...(title === '' ? {} : { title }), ...(description === '' ? {} : { description }) }
  const direct = isDirect(given) ? { privacyLevel, info: { ...texts, ...photoInfo(given) } } : null
  return [
    ...asked(given, null),
    ...media.flatMap((item, at) => (isTooLarge(item) ? [step(jpegName(at), 'jpeg', jpegInput, { media: item })] : [])),
    step('post', 'postPulled', pullInput, {
      shows: {
        kind: 'photo',
        places: media.map((item, at) => (isTooLarge(item) ? { step: jpegName(at) } : { url: item.url })),
        coverIndex: coverIndex(media, given),
        texts,
        madeByAi: given.is_aigc ?? false,
      },
      direct,
      plannedAt: now,
    }),
  ]
}

const photoInfo = (given: Options): PostInfo => ({
  privacy_level: privacyLevelOf(given),
  disable_comment: given.disable_comment ?? false,
  auto_add_music: given.auto_add_music ?? false,
  brand_content_toggle: given.brand_content_toggle ?? false,
  brand_organic_toggle: given.brand_organic_toggle ?? false,
})

/** The cover is one of the photos themselves. */
function coverIndex(media: readonly ContentMedia[], { photo_cover_index: index = 0 }: Options): number {
  const cover = media.find(({ thumbnail }) => thumbnail !== null)?.thumbnail
  return cover ? media.findIndex(({ url }) => url === cover.url) : index
}

/** In pixels: "at most 1080p" (developers.tiktok.com, 2026-09-11), in either orientation. */
export const maxSides = { longer: 1_920, shorter: 1_080 } as const

const isTooLarge = ({ facts: { width, height } }: ContentMedia): boolean =>
  width !== null &&
  height !== null &&
  (Math.max(width, height) > maxSides.longer || Math.min(width, height) > maxSides.shorter)

const jpegName = (at: number): string => `jpeg-${at + 1}`
