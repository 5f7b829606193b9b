import { z } from 'zod'
import { second } from '../../../domain/time.ts'
import { collection } from '../../shared/collection.ts'
import { newGraphId } from '../../shared/graph.ts'
import { appScopes, platformSettings } from '../../shared/settings.ts'
import type { World } from '../../shared/simulator.ts'

const user = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  standing: z.enum(['good', 'misses', 'loses', 'restricted', 'suspended', 'aging']),
  followers: z.number(),
})

const kinds = ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'] as const

const container = z.object({
  id: z.string(),
  owner: z.string(),
  kind: z.enum(kinds),
  text: z.string(),
  altText: z.string().nullable(),
  isItem: z.boolean(),
  items: z.array(z.string()),
  replyTo: z.string().nullable(),
  createdAt: z.number(),
  readyAt: z.number(),
  /** The status that it gets instead of being ready. */
  fault: z.string().nullable(),
  /** How often publishing it has failed because it was reported as missing. */
  misses: z.number(),
  /** The post that was published from it. */
  post: z.string().nullable(),
})

const metrics = z.object({
  views: z.number(),
  likes: z.number(),
  replies: z.number(),
  reposts: z.number(),
  quotes: z.number(),
  shares: z.number(),
})

const post = z.object({
  id: z.string(),
  author: z.string(),
  kind: z.enum(kinds),
  text: z.string(),
  shortcode: z.string(),
  altText: z.string().nullable(),
  mediaCount: z.number(),
  replyTo: z.string().nullable(),
  root: z.string().nullable(),
  isHidden: z.boolean(),
  createdAt: z.number(),
  metrics,
})

/** Behaviour that is not documented. Tests can choose it. */
export const { settingsOf, changeSettings } = platformSettings({
  ...appScopes,
  /** The result of publishing a container twice. */
  republish: z.enum(['duplicated', 'refused']).default('duplicated'),
  quotas: z.boolean().default(true),
  /** Milliseconds until a text container is ready: some seconds are common (trypost pull request 352, 2026-09). */
  textReadyAfter: z
    .number()
    .min(0)
    .default(7 * second),
  /** Milliseconds until a new post is found by its ID, in lists, and as the target of a reply. */
  lag: z.number().min(0).default(0),
})

export type User = z.output<typeof user>
export type Container = z.output<typeof container>
export type Post = z.output<typeof post>
export type Metrics = z.output<typeof metrics>

export const users = collection('users', user)
export const containers = collection('containers', container)
export const posts = collection('posts', post)

/** IDs by time: the posts of a person, the replies of a person, and the replies to a post. */
export const listOf = (world: World, kind: 'threads' | 'replies' | 'answers' | 'conversation', id: string) =>
  world.documents(`${kind} ${id}`)

const idDigits = 17

export const newId = (world: World): string => newGraphId(world, idDigits)

/** The posts of a list, newest first. */
export function* newestFirst(world: World, kind: Parameters<typeof listOf>[1], id: string): Iterable<Post> {
  const list = listOf(world, kind, id)
  let before: string | null = null
  for (;;) {
    const some = list.range({ reverse: true, limit: batch, ...(before === null ? {} : { before }) })
    for (const one of some) {
      const found = posts(world).get(one.id)
      if (found) yield found
    }
    if (some.length < batch) return
    before = some.at(-1)?.id ?? null
  }
}

/** How many are read at once. */
const batch = 100
