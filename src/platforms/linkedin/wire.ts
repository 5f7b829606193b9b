import { z } from 'zod'

const text = z.string().nullish().catch(null)
const urn = z.string().regex(/^urn:li:\w+:.+$/)
const number = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)])

/** A list has another page if there is a link to it, or if this page is full. */
const paging = z
  .object({ links: z.array(z.object({ rel: z.string() })).catch([]) })
  .catch({ links: [] })
  .transform(({ links }) => ({ hasNext: links.some(({ rel }) => rel === 'next') }))

const elements = <T extends z.ZodType>(one: T) =>
  z
    .object({ elements: z.array(one), paging })
    .transform(({ elements: all, paging: { hasNext } }) => ({ elements: all, hasNext }))

/** A person, from OpenID Connect. */
export const userinfoAnswer = z.object({ sub: z.string().min(1), name: text, picture: text })

/** The same for apps without OpenID Connect. */
export const meAnswer = z
  .object({ id: z.string().min(1), localizedFirstName: text, localizedLastName: text, vanityName: text })
  .transform(({ id, localizedFirstName, localizedLastName, vanityName }) => ({
    id,
    name: [localizedFirstName, localizedLastName].filter((one) => one).join(' '),
    vanityName: vanityName ?? null,
  }))

/** Older responses call the Page a target. */
const role = z
  .object({ organization: urn.nullish(), organizationTarget: urn.nullish(), role: z.string(), state: text })
  .transform(({ organization, organizationTarget, ...rest }) => ({
    ...rest,
    organization: organization ?? organizationTarget ?? null,
  }))

export const rolesAnswer = elements(role)

export const organizationAnswer = z.object({ localizedName: text, vanityName: text })

/** The upload URL of an image. */
export const imageUpload = z
  .object({ value: z.object({ uploadUrl: z.url(), image: urn }) })
  .transform(({ value }) => value)

/** Where the bytes of a video go, range by range; both ends are part of the range. */
export const videoUpload = z
  .object({
    value: z.object({
      video: urn,
      uploadToken: text,
      uploadInstructions: z.array(z.object({ uploadUrl: z.url(), firstByte: number, lastByte: number })).min(1),
      thumbnailUploadUrl: z.url().nullish(),
    }),
  })
  .transform(({ value }) => value)

/** The status of an image or a video. */
export const mediaAnswer = z.object({ status: z.string(), processingFailureReason: text })

export interface NewPost {
  readonly author: string
  readonly commentary: string
  readonly visibility: string
  readonly media: { readonly id: string; readonly altText: string } | null
}

export const newPost = ({ media, ...rest }: NewPost) => ({
  ...rest,
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  ...(media && { content: { media: { id: media.id, ...(media.altText !== '' && { altText: media.altText }) } } }),
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
})

/** A post, as the lists of its author show it. */
const listedPost = z.object({
  id: urn,
  commentary: z.string().catch(''),
  createdAt: number,
  lifecycleState: text,
  content: z
    .object({ media: z.object({ id: text }).nullish() })
    .nullish()
    .catch(null),
})

export type ListedPost = z.output<typeof listedPost>

export const postsAnswer = elements(listedPost)

const person = z.object({ localizedFirstName: text, localizedLastName: text })

/** The author is usually only a URN; some responses contain the person. */
const listedComment = z
  .object({
    id: z.coerce.string(),
    $URN: text,
    commentUrn: text,
    actor: urn.nullish().catch(null),
    'actor~': person.nullish().catch(null),
    object: text,
    parentComment: text,
    message: z.object({ text: z.string().catch('') }).catch({ text: '' }),
    created: z.object({ time: number }),
    likesSummary: z.object({ totalLikes: number.nullish() }).nullish().catch(null),
    commentsSummary: z
      .object({ totalFirstLevelComments: number.nullish(), aggregatedTotalComments: number.nullish() })
      .nullish()
      .catch(null),
  })
  .transform(({ id, $URN, commentUrn, 'actor~': named, ...rest }) => ({
    ...rest,
    urn: commentUrn ?? $URN ?? (rest.object ? commentUrnOf(rest.object, id) : id),
    name: [named?.localizedFirstName, named?.localizedLastName].filter((one) => one).join(' ') || null,
  }))

export type ListedComment = z.output<typeof listedComment>

export const commentsAnswer = elements(listedComment)
export const commentAnswer = listedComment

const commentUrnOf = (object: string, id: string): string => `urn:li:comment:(${object},${id})`

/** The object of a comment, from the comment's URN; null if this is no such URN. */
export const objectOf = (comment: string): string | null => /^urn:li:comment:\((.+),\d+\)$/.exec(comment)?.[1] ?? null

/** The rest of the response may be missing. Then the header has the number, and the request has the object. */
export function madeComment(body: unknown, restliId: string | undefined, object: string): string | null {
  const made = z.object({ id: z.coerce.string().nullish(), commentUrn: text, object: text }).safeParse(body).data
  const id = made?.id ?? restliId
  if (made?.commentUrn) return made.commentUrn
  if (id === undefined || id === null || id === '') return null
  return objectOf(id) === null ? commentUrnOf(made?.object ?? object, id) : id
}

const statistics = z.object({
  impressionCount: number.nullish(),
  uniqueImpressionsCount: number.nullish(),
  clickCount: number.nullish(),
  likeCount: number.nullish(),
  commentCount: number.nullish(),
  shareCount: number.nullish(),
})

export type Statistics = z.output<typeof statistics>

export const statisticsAnswer = z.object({
  elements: z.array(z.object({ share: text, ugcPost: text, totalShareStatistics: statistics })),
})

/** One number of one kind. */
export const analyticsAnswer = z.object({ elements: z.array(z.object({ count: number })) })

export const networkAnswer = z.object({ firstDegreeSize: number.nullish() })

export const followersAnswer = z.object({ elements: z.array(z.object({ memberFollowersCount: number.nullish() })) })
