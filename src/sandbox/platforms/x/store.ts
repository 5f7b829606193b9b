import { z } from 'zod'
import { MiB } from '../../../domain/bytes.ts'
import { collection } from '../../shared/collection.ts'
import { appScopes, platformSettings } from '../../shared/settings.ts'
import type { World } from '../../shared/simulator.ts'

const user = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  premium: z.boolean(),
  standing: z.enum(['good', 'enterprise', 'suspended', 'without_credits']),
  createdAt: z.number(),
  followers: z.number(),
  following: z.number(),
  posts: z.number(),
})

const metrics = z.object({
  retweet_count: z.number(),
  reply_count: z.number(),
  like_count: z.number(),
  quote_count: z.number(),
  bookmark_count: z.number(),
  impression_count: z.number(),
  url_link_clicks: z.number(),
  user_profile_clicks: z.number(),
  engagements: z.number(),
})

/** By kind: `urls`, `hashtags`, …; only kinds that the text contains. */
const entities = z.record(z.string(), z.array(z.record(z.string(), z.union([z.string(), z.number()]))))

const post = z.object({
  id: z.string(),
  author: z.string(),
  /** The text as it was sent. */
  written: z.string(),
  /** The text as X shows it: short links, escaped `&`, `<` and `>`, and the link of the media at the end. */
  text: z.string(),
  entities,
  /** The complete text if it is longer than 280 characters; `text` is then its beginning. */
  note: z.object({ text: z.string(), entities }).nullable(),
  createdAt: z.number(),
  conversation: z.string(),
  replyTo: z.object({ post: z.string(), user: z.string() }).nullable(),
  replySettings: z.string(),
  media: z.array(z.string()),
  metrics,
})

const media = z.object({
  id: z.string(),
  key: z.string(),
  owner: z.string(),
  type: z.string(),
  category: z.string(),
  kind: z.enum(['photo', 'animated_gif', 'video']),
  total: z.number(),
  /** In bytes, by segment. */
  segments: z.record(z.string(), z.number()),
  /** Whether the first bytes match the type; null before they have arrived. */
  genuine: z.boolean().nullable(),
  state: z.enum(['open', 'processing', 'ready', 'failed']),
  readyAt: z.number(),
  startedAt: z.number(),
  expiresAt: z.number(),
  altText: z.string().nullable(),
  views: z.number(),
})

/** Behaviour that is not documented. Tests can choose it. */
export const { settingsOf, changeSettings } = platformSettings({
  ...appScopes,
  /**
   * Whose posts an app may reply to since 2026-02-23. `everybody` (Enterprise). `engaged`: own posts, and posts that
   * mention the account or reply to it. `mentioned`: own posts, and posts that mention it explicitly.
   */
  replies: z.enum(['everybody', 'engaged', 'mentioned']).default('engaged'),
  /** In bytes: an append request of this size gets status 413; 5 MiB was measured in 2026-05. */
  appendBytes: z.number().default(5 * MiB),
  /** Maximum length of a text for a Premium account. X's help pages say 25,000, but clients allow 4,000. */
  premiumWeight: z.number().default(25_000),
  rateLimits: z.boolean().default(true),
})

export type User = z.output<typeof user>
export type Post = z.output<typeof post>
export type Metrics = z.output<typeof metrics>
export type Entities = z.output<typeof entities>
export type Media = z.output<typeof media>

export const users = collection('users', user)
export const posts = collection('posts', post)
export const uploads = collection('media', media)

/** Posts by ID, which is by time: those of a person, or of a conversation. */
export const listOf = (world: World, kind: 'timeline' | 'conversation', id: string) => world.documents(`${kind} ${id}`)

/** The epoch of X's snowflake IDs, in milliseconds since 1970. */
const snowflakeEpoch = 1_288_834_974_657
const snowflakeBits = 22n

/** 19 digits, too large for a double; later IDs are larger. */
export function newId(world: World): string {
  const sequence = BigInt(world.next('snowflake')) % (1n << snowflakeBits)
  return String((BigInt(Math.floor(world.now()) - snowflakeEpoch) << snowflakeBits) | sequence)
}
