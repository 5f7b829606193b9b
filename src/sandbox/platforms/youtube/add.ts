import { hour, inSeconds, minute, second } from '../../../domain/time.ts'
import type { World } from '../../shared/simulator.ts'
import { timeOf } from './shapes.ts'
import {
  addTo,
  type Comment,
  channels,
  comments,
  newId,
  playlistItems,
  uploadsOf,
  type Video,
  type VideoDescription,
  videos,
} from './store.ts'

/** How long YouTube processes a video, and a slow one. */
const processing = 1_500
export const slowProcessing = 30 * second

const videoIdLength = 11
const playlistItemIdLength = 40
const commentIdLength = 23
const replyIdLength = 22

interface NewVideo {
  readonly channel: string
  readonly described: VideoDescription
  /** Whether the bytes may have the announced type. */
  readonly genuine: boolean
  /** Null: the bytes do not show it. */
  readonly seconds: number | null
}

/** In seconds: the longest video of a channel with a verified phone number, and of one without. */
const longest = { verified: inSeconds(12 * hour), unverified: inSeconds(15 * minute) }

/** The channel has a video as soon as its last bytes arrive, long before people can watch it. */
export function addVideo(world: World, { channel, described, genuine, seconds }: NewVideo): Video {
  const fails = world.meets('processing_failed', 'upload') || world.meets('processing_failed', 'create') || !genuine
  const slow = world.meets('slow_processing', 'upload') || world.meets('slow_processing', 'create')
  const standing = channels(world).get(channel)?.standing
  const isTooLong = (seconds ?? 0) > longest[standing === 'unverified' ? 'unverified' : 'verified']
  const now = world.now()
  const video: Video = {
    ...described,
    privacyStatus: standing === 'locked_private' ? 'private' : described.privacyStatus,
    id: newId(world, 'video', '', videoIdLength),
    channel,
    createdAt: now,
    state: fails ? 'failed' : isTooLong ? 'rejected' : 'processing',
    readyAt: now + world.scaled(slow ? slowProcessing : processing),
    failure: fails ? (genuine ? 'conversion' : 'invalidFile') : isTooLong ? 'length' : null,
    seconds,
    views: 0,
    likes: 0,
    comments: 0,
    hasThumbnail: false,
  }
  videos(world).put(video)
  addPlaylistItem(world, uploadsOf(channel), video.id)
  addTo(world, 'uploads', channel, video.id)
  world.publish({
    id: video.id,
    account_id: channel,
    text: described.description,
    media_count: 1,
    reply_to: null,
    url: `${world.page('web')}/watch?v=${video.id}`,
    created_at: timeOf(now),
  })
  return video
}

export function addPlaylistItem(world: World, playlist: string, video: string): string {
  const id = newId(world, 'entry', 'UE', playlistItemIdLength)
  playlistItems(world).put({ id, playlist, video, createdAt: world.now() })
  addTo(world, 'entries', playlist, id)
  return id
}

interface NewComment {
  readonly video: Video
  /** Null: a top-level comment. */
  readonly thread: Comment | null
  readonly author: string
  readonly text: string
}

export function addComment(world: World, { video, thread, author, text }: NewComment): Comment {
  const id = thread
    ? newId(world, 'reply', `${thread.id}.`, replyIdLength)
    : newId(world, 'comment', 'Ugx', commentIdLength)
  const added: Comment = {
    id,
    video: video.id,
    thread: thread?.id ?? null,
    author,
    text,
    createdAt: world.now(),
    likes: 0,
    replies: 0,
  }
  comments(world).put(added)
  addTo(world, thread ? 'replies' : 'threads', thread?.id ?? video.id, id)
  if (thread) comments(world).put({ ...thread, replies: thread.replies + 1 })
  videos(world).put({ ...video, comments: video.comments + 1 })
  world.publish({
    id,
    account_id: author,
    text,
    media_count: 0,
    reply_to: thread?.id ?? video.id,
    url: `${world.page('web')}/watch?v=${video.id}&lc=${id}`,
    created_at: timeOf(added.createdAt),
  })
  return added
}
