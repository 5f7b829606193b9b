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

/** By kind: `urls`, `hashtags`, …; only the kinds that there are. */
const entities = z.record(z.string(), z.array(z.record(z.string(), z.union([z.string(), z.number()]))))

const post = z.object({
  id: z.string(),
  author: z.string(),
  /** As it was written. */
  written: z.string(),
  /** As X shows it: links shortened, `&`, `<` and `>` escaped, the media's link behind it. */
  text: z.string(),
  entities,
  /** The whole of a text that is longer than 280; `text` is then its beginning. */
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
  /** What the first bytes say; null until they are there. */
  genuine: z.boolean().nullable(),
  state: z.enum(['open', 'processing', 'ready', 'failed']),
  readyAt: z.number(),
  startedAt: z.number(),
  expiresAt: z.number(),
  altText: z.string().nullable(),
  views: z.number(),
})

/** What nobody outside X knows for sure, so a test can choose. */
export const { settingsOf, changeSettings } = platformSettings({
  ...appScopes,
  /**
   * Whose posts an app may answer since 2026-02-23: `everybody` (Enterprise); `engaged`: one's own, and those that
   * mention the account or answer it; `mentioned`: one's own, and those that mention it in so many words.
   */
  replies: z.enum(['everybody', 'engaged', 'mentioned']).default('engaged'),
  /** In bytes: a request to append that is so large is answered with 413; 5 MiB was measured in 2026-05. */
  appendBytes: z.number().default(5 * MiB),
  /** The longest text of a Premium account; X's help pages say 25,000, clients let 4,000. */
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

/** Posts in the order of their IDs, which is that of time: of a person, or of a conversation. */
export const listOf = (world: World, kind: 'timeline' | 'conversation', id: string) => world.documents(`${kind} ${id}`)

/** What X's snowflakes count from, in milliseconds since 1970. */
const snowflakeEpoch = 1_288_834_974_657
const snowflakeBits = 22n

/** 19 digits, beyond what a double holds; a later one is larger. */
export function newId(world: World): string {
  const sequence = BigInt(world.next('snowflake')) % (1n << snowflakeBits)
  return String((BigInt(Math.floor(world.now()) - snowflakeEpoch) << snowflakeBits) | sequence)
}
