import { createHash } from 'node:crypto'
import { z } from 'zod'
import { inSeconds } from '../../../domain/time.ts'
import { collection } from '../../shared/collection.ts'
import type { World } from '../../shared/simulator.ts'

const standing = z.enum(['good', 'suspended', 'untrusted', 'no_comments'])

const user = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  standing,
  createdAt: z.number(),
  followers: z.number(),
})

const post = z.object({
  id: z.string(),
  author: z.string(),
  subreddit: z.string(),
  title: z.string(),
  text: z.string(),
  kind: z.enum(['self', 'link', 'image']),
  /** The target of a link, or the URL of the image. */
  url: z.string().nullable(),
  flair: z.string().nullable(),
  nsfw: z.boolean(),
  spoiler: z.boolean(),
  createdAt: z.number(),
  /** An image post appears in lists only from this time. */
  listedAt: z.number(),
  score: z.number(),
  comments: z.number(),
  crossposts: z.number(),
})

const comment = z.object({
  id: z.string(),
  author: z.string(),
  post: z.string(),
  /** The post or the comment that it replies to, with the prefix of its kind. */
  parent: z.string(),
  text: z.string(),
  createdAt: z.number(),
  score: z.number(),
})

/** An upload to the storage; its ID is the key. */
const lease = z.object({
  id: z.string(),
  owner: z.string(),
  signature: z.string(),
  type: z.string(),
  isStored: z.boolean(),
  expiresAt: z.number(),
})

export type User = z.output<typeof user>
export type Post = z.output<typeof post>
export type Comment = z.output<typeof comment>
export type Lease = z.output<typeof lease>

export const users = collection('users', user)
export const posts = collection('posts', post)
export const comments = collection('comments', comment)
export const leases = collection('leases', lease)

/** IDs by time: the posts or comments of a person, and the comments on a post. */
export const listOf = (world: World, kind: 'submitted' | 'comments' | 'below', id: string) =>
  world.documents(`${kind} ${id}`)

/** Seven characters for a long time; later IDs are larger, across all kinds. */
const firstId = Number.parseInt('1s00000', 36)

export const newId = (world: World): string => (firstId + world.next('id')).toString(36)

export const secretOf = (purpose: string, world: World): string =>
  createHash('sha256')
    .update(`${purpose} ${world.next('secret')} ${world.fraction()}`)
    .digest('hex')

/** Whole seconds, as in Reddit's responses. */
export const secondsOf = (at: number): number => Math.floor(inSeconds(at))
