import { z } from 'zod'
import { type Answer, Unreadable } from '../shared/call.ts'

const text = z.string().nullish()

const userAnswer = z.object({
  user: z.object({
    open_id: z.string(),
    avatar_url: text,
    display_name: text,
    username: text,
    profile_deep_link: text,
    follower_count: z.number().nullish(),
  }),
})

export const userOf = (answer: Answer) => dataOf(answer, userAnswer).user

const creatorAnswer = z.object({
  creator_username: text,
  privacy_level_options: z.array(z.string()),
  comment_disabled: z.boolean().nullish(),
  duet_disabled: z.boolean().nullish(),
  stitch_disabled: z.boolean().nullish(),
  max_video_post_duration_sec: z.number().nullish(),
})

export type Creator = z.output<typeof creatorAnswer>

export const creatorOf = (answer: Answer): Creator => dataOf(answer, creatorAnswer)

/** A pull returns no upload address. */
const begunAnswer = z.object({ publish_id: z.string().min(1), upload_url: text })

export const begunOf = (answer: Answer) => dataOf(answer, begunAnswer)

const number = z.union([z.number(), z.string().transform(Number)])

/** The misspelt name is TikTok's own; newer pages of TikTok spell it correctly. */
const statusAnswer = z.object({
  status: z.string(),
  fail_reason: text,
  publicaly_available_post_id: z.array(z.string()).nullish(),
  publicly_available_post_id: z.array(z.string()).nullish(),
  uploaded_bytes: number.nullish(),
})

/** The IDs of posts exceed JavaScript's safe integers, so they are read as text. */
export const statusOf = (answer: Answer) => dataOf(answer, statusAnswer, exactly)

export const listedFields = 'id,title,video_description,create_time,share_url'

const listedVideo = z.object({
  id: z.string(),
  title: text,
  video_description: text,
  /** In seconds. */
  create_time: z.number().nullish(),
  share_url: text,
})

export type ListedVideo = z.output<typeof listedVideo>

const listAnswer = z.object({ videos: z.array(listedVideo) })

export const listOf = (answer: Answer) => dataOf(answer, listAnswer).videos

export const countedFields = 'id,like_count,comment_count,share_count,view_count'

const count = z.number().nullish()

const countedVideo = z.object({
  id: z.string(),
  like_count: count,
  comment_count: count,
  share_count: count,
  view_count: count,
})

export type CountedVideo = z.output<typeof countedVideo>

const countedAnswer = z.object({ videos: z.array(countedVideo) })

export const countedOf = (answer: Answer) => dataOf(answer, countedAnswer).videos

function dataOf<T extends z.ZodType>(answer: Answer, schema: T, parse = plainly): z.output<T> {
  const whole = z.object({ data: schema }).parse(parse(answer))
  // TypeScript can't infer the output of `z.object` if the schema is a type parameter.
  return (whole as { readonly data: z.output<T> }).data
}

const plainly = (answer: Answer): unknown => answer.json()

const idNames: readonly string[] = ['publicaly_available_post_id', 'publicly_available_post_id']

/** Parses JSON with the numbers in lists of IDs as text. */
function exactly({ text }: Answer): unknown {
  try {
    return JSON.parse(quoteIds(text))
  } catch (cause) {
    throw new Unreadable('The answer is not JSON.', { cause })
  }
}

/** Some clients received them as text (post-for-me, 2026-07). */
const quoteIds = (text: string): string =>
  text.replaceAll(/"(\w+)"\s*:\s*\[([\d\s,]+)\]/g, (whole, name, list) =>
    idNames.includes(name) ? `"${name}":[${list.replaceAll(/\d+/g, (id: string) => `"${id}"`)}]` : whole,
  )
