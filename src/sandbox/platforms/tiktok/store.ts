import { createHash } from 'node:crypto'
import { z } from 'zod'
import { second } from '../../../domain/time.ts'
import { collection } from '../../shared/collection.ts'
import { isKind, kindIn } from '../../shared/kinds.ts'
import type { World } from '../../shared/simulator.ts'

const standing = z.enum([
  'good',
  'banned',
  'capped',
  'unaudited',
  'unverified',
  'moderated',
  'restrained',
  'brief',
  'lengthy',
])

const user = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  standing,
  isPrivate: z.boolean(),
  followers: z.number(),
})

const privacy = z.enum(['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'])

/** A post from its start by an app. */
const publication = z.object({
  id: z.string(),
  owner: z.string(),
  kind: z.enum(['video', 'photo']),
  /** Null: a draft for the inbox, and the creator chooses. */
  privacy: privacy.nullable(),
  text: z.string(),
  images: z.number(),
  /** For an uploaded file: the announced size and the received bytes. Null: TikTok downloads it. */
  file: z
    .object({
      size: z.number(),
      chunkBytes: z.number(),
      count: z.number(),
      token: z.string(),
      endsAt: z.number(),
      stored: z.number(),
      pieces: z.number(),
      genuine: z.boolean(),
    })
    .nullable(),
  state: z.enum(['open', 'taken', 'failed']),
  reason: z.string().nullable(),
  readyAt: z.number(),
  /** The result. On the real platform a draft can become several posts; here it becomes one. */
  post: z.string().nullable(),
})

const post = z.object({
  id: z.string(),
  author: z.string(),
  kind: z.enum(['video', 'photo']),
  text: z.string(),
  privacy,
  createdAt: z.number(),
  /** The ID is not returned before this time. */
  listedAt: z.number(),
  views: z.number(),
  likes: z.number(),
  comments: z.number(),
  shares: z.number(),
})

export type User = z.output<typeof user>
export type Publication = z.output<typeof publication>
export type Post = z.output<typeof post>
export type Privacy = z.output<typeof privacy>

export const privacies = privacy.options

export const users = collection('users', user)
export const publications = collection('publications', publication)
export const posts = collection('posts', post)

/** IDs by time: the posts of an account, and the drafts in its inbox. */
export const listOf = (world: World, kind: 'posts' | 'inbox', owner: string) => world.documents(`${kind} ${owner}`)

const hashed = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

const idShift = 32n

/** 19 digits, too large for a double; later IDs are larger. */
export const newPostId = (world: World): string =>
  String((BigInt(Math.floor(world.now() / second)) << idShift) | BigInt(world.next('post')))

export const newPublishId = (world: World, prefix: string): string => `${prefix}~v2-1.${newPostId(world)}`

const tokenLength = 32

export const newToken = (world: World): string =>
  hashed(`${world.next('token')} ${world.now()} ${world.fraction()}`, tokenLength)

const standings = [
  'banned',
  'capped',
  'unaudited',
  'unverified',
  'moderated',
  'restrained',
  'brief',
  'lengthy',
] as const

const openIdLength = 32
const maxUsername = 24
const suffixLength = 6

/** The ID of the account with this name; it is created if it does not exist. */
export function accountOf(name: string, world: World): string {
  const id = `-000${hashed(`open id ${name}`, openIdLength)}`
  if (users(world).get(id)) return id
  users(world).put({
    id,
    name,
    username: usernameOf(name),
    standing: kindIn(name, standings) ?? 'good',
    isPrivate: isKind(name, 'private'),
    followers: 0,
  })
  return id
}

/** A username that TikTok allows, different for every name. */
function usernameOf(name: string): string {
  if (/^[a-z0-9_.]{2,24}$/.test(name)) return name
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9_.]/g, '_')
  return `${plain.slice(0, maxUsername - suffixLength - 1)}_${hashed(name, suffixLength)}`
}
