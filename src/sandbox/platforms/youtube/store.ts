import { createHash } from 'node:crypto'
import { z } from 'zod'
import { collection } from '../../shared/collection.ts'
import { kindIn } from '../../shared/kinds.ts'
import type { World } from '../../shared/simulator.ts'

const standing = z.enum([
  'good',
  'unverified',
  'suspended',
  'without_channel',
  'locked_private',
  'hidden_numbers',
  'no_comments',
])

const channel = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  standing,
  createdAt: z.number(),
  subscribers: z.number(),
})

const described = z.object({
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  categoryId: z.string(),
  privacyStatus: z.enum(['public', 'unlisted', 'private']),
  madeForKids: z.boolean(),
  syntheticMedia: z.boolean().nullable(),
})

const video = described.extend({
  id: z.string(),
  channel: z.string(),
  createdAt: z.number(),
  /** The stage of processing; whether it has ended depends on the time. */
  state: z.enum(['processing', 'failed', 'rejected']),
  readyAt: z.number(),
  /** The reason of a failure or rejection. */
  failure: z.string().nullable(),
  seconds: z.number().nullable(),
  views: z.number(),
  likes: z.number(),
  comments: z.number(),
  hasThumbnail: z.boolean(),
})

const session = described.extend({
  id: z.string(),
  channel: z.string(),
  type: z.string(),
  total: z.number(),
  stored: z.number(),
  /** Whether the first bytes match the type; null before they have arrived. */
  genuine: z.boolean().nullable(),
  /** The duration, if the received bytes contain it. */
  seconds: z.number().nullable(),
  /** The time when all bytes had arrived. */
  video: z.string().nullable(),
  expiresAt: z.number(),
  parts: z.array(z.string()),
})

const playlist = z.object({ id: z.string(), channel: z.string(), title: z.string(), createdAt: z.number() })

/** Only a reply has a `thread`. */
const comment = z.object({
  id: z.string(),
  video: z.string(),
  thread: z.string().nullable(),
  author: z.string(),
  text: z.string(),
  createdAt: z.number(),
  likes: z.number(),
  replies: z.number(),
})

const item = z.object({ id: z.string(), playlist: z.string(), video: z.string(), createdAt: z.number() })

export type Channel = z.output<typeof channel>
export type VideoDescription = z.output<typeof described>
export type Video = z.output<typeof video>
export type Session = z.output<typeof session>
export type Playlist = z.output<typeof playlist>
export type Comment = z.output<typeof comment>
export type PlaylistItem = z.output<typeof item>

export const channels = collection('channels', channel)
export const videos = collection('videos', video)
export const sessions = collection('sessions', session)
export const playlists = collection('playlists', playlist)
export const comments = collection('comments', comment)
export const playlistItems = collection('entries', item)

type ListKind = 'uploads' | 'entries' | 'threads' | 'replies' | 'playlists'

/** IDs in the order in which they were added. */
export const listOf = (world: World, kind: ListKind, id: string) => world.documents(`${kind} ${id}`)

const orderDigits = 12

export const addTo = (world: World, kind: ListKind, id: string, member: string): void =>
  listOf(world, kind, id).put(String(world.next('order')).padStart(orderDigits, '0'), member)

const hashed = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length)

export const newId = (world: World, kind: string, prefix: string, length: number): string =>
  prefix + hashed(`${kind} ${world.next('id')} ${world.now()} ${world.fraction()}`, length)

const channelIdLength = 22

const standings = [
  'unverified',
  'suspended',
  'without_channel',
  'locked_private',
  'hidden_numbers',
  'no_comments',
] as const

export const uploadsOf = (channelId: string): string => `UU${channelId.slice(2)}`
const firstPlaylistOf = (channelId: string): string => `PL${channelId.slice(2)}`

/** The ID of the channel with this name; it is created if it does not exist. */
export function channelNamed(name: string, world: World): string {
  const id = `UC${hashed(`channel ${name}`, channelIdLength)}`
  if (channels(world).get(id)) return id
  channels(world).put({
    id,
    title: name,
    handle: `@${name.replaceAll(/[^A-Za-z0-9._-]/g, '').toLowerCase() || 'channel'}`,
    standing: kindIn(name, standings) ?? 'good',
    createdAt: world.now(),
    subscribers: 0,
  })
  addPlaylist(world, { id: firstPlaylistOf(id), channel: id, title: 'Favourites', createdAt: world.now() })
  return id
}

export function addPlaylist(world: World, made: Playlist): void {
  playlists(world).put(made)
  addTo(world, 'playlists', made.channel, made.id)
}
