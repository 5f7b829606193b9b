import { z } from 'zod'
import { day } from '../../../domain/time.ts'
import { collection } from '../../shared/collection.ts'
import { appScopes, platformSettings } from '../../shared/settings.ts'
import type { World } from '../../shared/simulator.ts'

const user = z.object({
  id: z.string(),
  /** The ID that the app knows. */
  scopedId: z.string(),
  name: z.string(),
  username: z.string(),
  standing: z.enum(['good', 'restricted', 'restricted_live', 'personal', 'no_trials']),
  followers: z.number(),
})

/** A person on Facebook, with Pages that have one Instagram account each. */
const person = z.object({
  id: z.string(),
  name: z.string(),
  pages: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      account: z.string().nullable(),
      /** The business portfolio that owns it. The person's own list then does not contain it. */
      business: z.string().nullable().default(null),
      /** Whether it is in the lists of Pages. */
      isListed: z.boolean().default(true),
    }),
  ),
})

const container = z.object({
  id: z.string(),
  owner: z.string(),
  kind: z.enum(['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL']),
  isItem: z.boolean(),
  shows: z.enum(['image', 'video', 'items']),
  caption: z.string(),
  altText: z.string().nullable(),
  children: z.array(z.string()),
  /** The surface that shows it, with Instagram's name. */
  options: z.record(z.string(), z.string()),
  state: z.enum(['awaiting', 'processing', 'failed', 'published']),
  /** The problem with the media; reported when processing ends. */
  fault: z.string().nullable(),
  received: z.number(),
  createdAt: z.number(),
  readyAt: z.number(),
})

const media = z.object({
  id: z.string(),
  owner: z.string(),
  container: z.string(),
  caption: z.string(),
  type: z.enum(['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM']),
  product: z.enum(['FEED', 'REELS', 'STORY']),
  code: z.string(),
  url: z.string(),
  at: z.number(),
  metrics: z.record(z.string(), z.number()),
})

const comment = z.object({
  id: z.string(),
  media: z.string(),
  parent: z.string().nullable(),
  author: z.string(),
  username: z.string(),
  text: z.string(),
  at: z.number(),
  likes: z.number(),
  hidden: z.boolean(),
})

/** Behaviour that is not documented. Tests can choose it. */
export const { settingsOf, changeSettings } = platformSettings({
  ...appScopes,
  /** Maximum number of posts per account in 24 hours: 100 in the guide, 50 in the reference. */
  quotaTotal: z.number().default(100),
  /** Whether posts and containers are counted. */
  quotas: z.boolean().default(true),
  /** Whether a Page's token can read containers; for weeks in 2026 it could not. */
  containersByPageToken: z.boolean().default(true),
  /** Lists of Pages that are refused, as happens to many people and apps. */
  refusedLists: z.array(z.enum(['accounts', 'businesses', 'owned_pages', 'client_pages'])).default([]),
  /** Whether the token response for a code is wrapped in a list, as the documentation shows it. */
  wrappedTokens: z.boolean().default(false),
})

export type User = z.output<typeof user>
export type Person = z.output<typeof person>
export type Container = z.output<typeof container>
export type Media = z.output<typeof media>
export type Comment = z.output<typeof comment>

export const users = collection('users', user)
export const people = collection('people', person)
export const containers = collection('containers', container)
export const posts = collection('media', media)
export const comments = collection('comments', comment)

/** The IDs of an account's posts and containers with their times, or those of the comments of one post. */
export const listOf = (world: World, kind: 'posts' | 'containers' | 'comments', id: string) =>
  world.documents(`${kind} ${id}`)

/** The number of posts or containers of an account in the last day. */
export const countedToday = (world: World, kind: 'posts' | 'containers', user: User): number =>
  listOf(world, kind, user.id)
    .all()
    .filter(({ document }) => typeof document === 'number' && document > world.now() - world.scaled(day)).length
