import { z } from 'zod'
import type { Json } from '../../domain/outcome.ts'
import { own } from '../../domain/own.ts'
import type { Facet } from './facets.ts'

export const did = z.string().regex(/^did:[a-z]+:[\w.:%-]+$/)

/** Replaces a handle that does not resolve to its account (atproto specification of handles, 2026-08). */
const noHandle = 'handle.invalid'

const handle = z.string().transform((name) => (name === noHandle ? null : name))

export const sessionAnswer = z.object({
  accessJwt: z.string().min(1),
  refreshJwt: z.string().min(1),
  did,
  handle,
  active: z.boolean().nullish(),
  status: z.string().nullish(),
})

export type Session = z.output<typeof sessionAnswer>

export const didAnswer = z.object({ did })

/** The endpoints of other services may not be plain addresses. */
export const didDocument = z.object({
  id: z.string(),
  service: z.array(z.object({ id: z.string(), serviceEndpoint: z.unknown() })).catch([]),
})

export const serverAnswer = z.object({ did })

export const profileAnswer = z.object({
  handle,
  displayName: z.string().nullish(),
  avatar: z.string().nullish(),
})

/** Sent unchanged in the record: the server compares its type and size with the file (sheet of 2026-11). */
export const blob = z.object({
  $type: z.literal('blob'),
  ref: z.object({ $link: z.string() }),
  mimeType: z.string(),
  size: z.number(),
})

export type Blob = z.output<typeof blob>

export const uploadAnswer = z.object({ blob })

export const tokenAnswer = z.object({ token: z.string() })

export const uploadLimits = z.object({
  canUpload: z.boolean(),
  remainingDailyVideos: z.number().nullish(),
  remainingDailyBytes: z.number().nullish(),
  message: z.string().nullish(),
  error: z.string().nullish(),
})

export type UploadLimits = z.output<typeof uploadLimits>

const videoJob = z.object({
  jobId: z.string().catch(''),
  state: z.string().catch(''),
  blob: blob.nullish(),
  error: z.string().nullish(),
  failureCode: z.string().nullish(),
  message: z.string().nullish(),
})

export type VideoJob = z.output<typeof videoJob>

/** The lexicon wraps it in `jobStatus`; the service does not always (atproto issues 3026 and 3097). */
export const videoAnswer = z.union([
  z.object({ jobStatus: videoJob }).transform(({ jobStatus }) => jobStatus),
  videoJob,
])

/** A record by its address and the hash of its content. */
export const reference = z.object({ uri: z.string(), cid: z.string() })

export type Reference = z.output<typeof reference>

export const storedRecord = reference.extend({ value: z.object({ createdAt: z.string().catch('') }) })

/** Posts and replies of an account. */
export const listedRecords = z
  .object({
    records: z.array(
      reference.extend({
        value: z
          .object({ createdAt: z.string().catch(''), text: z.string().catch(''), reply: z.unknown().optional() })
          .transform(({ reply, ...shown }) => ({ ...shown, isReply: Boolean(reply) })),
      }),
    ),
    cursor: z.string().nullish(),
  })
  .transform(({ records, cursor }) => ({ records, next: cursor ?? null }))

export const collection = 'app.bsky.feed.post'

export interface NewRecord {
  readonly text: string
  readonly createdAt: string
  readonly langs: readonly string[]
  readonly facets: readonly Facet[]
  /** DIDs by handle; a handle without one stays plain text. */
  readonly dids: Readonly<Record<string, string>>
  readonly embed: Json
  readonly reply: { readonly root: Reference; readonly parent: Reference } | null
}

export function newRecord({ text, createdAt, langs, facets, dids, embed, reply }: NewRecord): Json {
  const rich = facets.flatMap((one) => {
    const feature = featureOf(one.feature, dids)
    return feature ? [{ index: { byteStart: one.byteStart, byteEnd: one.byteEnd }, features: [feature] }] : []
  })
  return {
    $type: collection,
    text,
    createdAt,
    ...(langs.length > 0 && { langs }),
    ...(rich.length > 0 && { facets: rich }),
    ...(embed !== null && { embed }),
    ...(reply && { reply }),
  }
}

const featureName = 'app.bsky.richtext.facet'

function featureOf(feature: Facet['feature'], dids: NewRecord['dids']): Json {
  if (feature.type === 'link') return { $type: `${featureName}#link`, uri: feature.uri }
  if (feature.type === 'tag') return { $type: `${featureName}#tag`, tag: feature.tag }
  const found = own(dids, feature.handle)
  return found === undefined ? null : { $type: `${featureName}#mention`, did: found }
}

const count = z.number().nullish()
const text = z.string().nullish()
const time = z.iso.datetime({ offset: true }).transform((written) => Date.parse(written))

const replyReferences = z.object({ root: reference, parent: reference })

/** A post as the AppView returns it. Any client may have written its record, so that is read leniently. */
const postView = reference.extend({
  author: z.object({ did, handle, displayName: text, avatar: text }),
  record: z.object({
    text: z.string().catch(''),
    createdAt: time.nullable().catch(null),
    reply: replyReferences.nullish().catch(null),
  }),
  indexedAt: time,
  likeCount: count,
  repostCount: count,
  replyCount: count,
  quoteCount: count,
  bookmarkCount: count,
})

export type PostView = z.output<typeof postView>

export const postsAnswer = z.object({ posts: z.array(postView) })

export const threadAnswer = z.object({ thread: z.unknown() })

/** For a deleted, blocked or unknown post only the type is read. */
export const threadNode = z.object({ $type: z.string() })

export const threadPost = z.object({ post: postView, replies: z.array(z.unknown()).nullish() })

export const audienceAnswer = z.object({ followersCount: count })
