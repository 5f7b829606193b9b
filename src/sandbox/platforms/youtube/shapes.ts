import type { Json } from '../../../domain/outcome.ts'
import type { World } from '../../shared/simulator.ts'
import {
  type Channel,
  type Comment,
  channels,
  type Playlist,
  type PlaylistItem,
  uploadsOf,
  type Video,
  videos,
} from './store.ts'

type Shape = Readonly<Record<string, Json>>

export const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Only the requested parts. */
const resource = (kind: string, id: string, all: Shape, parts: readonly string[]): Shape => ({
  kind: `youtube#${kind}`,
  etag: 'simulated',
  id,
  ...Object.fromEntries(Object.entries(all).filter(([name]) => parts.includes(name))),
})

const pictures = (of: string): Shape => ({
  default: { url: `https://i.ytimg.com/vi/${of}/default.jpg`, width: 120, height: 90 },
  medium: { url: `https://i.ytimg.com/vi/${of}/mqdefault.jpg`, width: 320, height: 180 },
  high: { url: `https://i.ytimg.com/vi/${of}/hqdefault.jpg`, width: 480, height: 360 },
})

export const thumbnailAnswer = ({ id }: Video): Shape => ({
  kind: 'youtube#thumbnailSetResponse',
  etag: 'simulated',
  items: [pictures(id)],
})

const isProcessed = ({ state, readyAt }: Video, world: World): boolean =>
  state === 'processing' && world.now() >= readyAt

export function videoShape(video: Video, parts: readonly string[], world: World): Shape {
  const { id, title, description, tags, categoryId, channel } = video
  const all = {
    snippet: {
      publishedAt: timeOf(video.createdAt),
      channelId: channel,
      title,
      description,
      thumbnails: pictures(id),
      channelTitle: channels(world).get(channel)?.title ?? '',
      ...(tags.length > 0 && { tags }),
      categoryId,
      liveBroadcastContent: 'none',
      localized: { title, description },
    },
    status: statusOf(video, world),
    statistics: statisticsOf(video, world),
    processingDetails: processingOf(video, world),
    contentDetails: {
      duration: durationOf(video.seconds ?? 0),
      dimension: '2d',
      definition: 'hd',
      caption: 'false',
      licensedContent: false,
      projection: 'rectangular',
      hasCustomThumbnail: video.hasThumbnail,
    },
  }
  return resource('video', id, all, parts)
}

/** In ISO 8601. */
function durationOf(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)]
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${whole % 60}S`
}

function statusOf(video: Video, world: World): Shape {
  const { state, failure, privacyStatus, madeForKids, syntheticMedia } = video
  const isRunning = state === 'processing' && !isProcessed(video, world)
  return {
    uploadStatus: state === 'processing' ? (isRunning ? 'uploaded' : 'processed') : state,
    ...(state === 'failed' && { failureReason: failure ?? 'conversion' }),
    ...(state === 'rejected' && { rejectionReason: failure ?? 'length' }),
    privacyStatus,
    license: 'youtube',
    embeddable: true,
    publicStatsViewable: true,
    madeForKids,
    selfDeclaredMadeForKids: madeForKids,
    ...(syntheticMedia !== null && { containsSyntheticMedia: syntheticMedia }),
  }
}

const ended = { failed: 'failed', rejected: 'terminated' } as const

function processingOf(video: Video, world: World): Shape {
  const { state } = video
  const processingStatus =
    state === 'processing' ? (isProcessed(video, world) ? 'succeeded' : 'processing') : ended[state]
  return {
    processingStatus,
    ...(state === 'failed' && { processingFailureReason: 'transcodeFailed' }),
    ...(processingStatus === 'processing' && {
      processingProgress: { partsTotal: '100', partsProcessed: '40', timeLeftMs: '1000' },
    }),
    fileDetailsAvailability: 'available',
    thumbnailsAvailability: 'available',
  }
}

/** 64-bit unsigned numbers are strings. A channel can hide its likes, and comments can be switched off. */
function statisticsOf({ views, likes, comments, madeForKids, channel }: Video, world: World): Shape {
  const isHidden = channels(world).get(channel)?.standing === 'hidden_numbers'
  return {
    viewCount: String(views),
    ...(!isHidden && { likeCount: String(likes) }),
    favoriteCount: '0',
    ...(!madeForKids && { commentCount: String(comments) }),
  }
}

export function channelShape(channel: Channel, parts: readonly string[]): Shape {
  const { id, title, handle, standing, createdAt, subscribers } = channel
  const isHidden = standing === 'hidden_numbers'
  const all = {
    snippet: {
      title,
      description: '',
      customUrl: handle,
      publishedAt: timeOf(createdAt),
      thumbnails: pictures(id),
      localized: { title, description: '' },
    },
    contentDetails: { relatedPlaylists: { likes: 'LL', uploads: uploadsOf(id) } },
    statistics: {
      viewCount: '0',
      subscriberCount: isHidden ? '0' : String(subscribers),
      hiddenSubscriberCount: isHidden,
      videoCount: '0',
    },
    status: {
      privacyStatus: 'public',
      isLinked: true,
      longUploadsStatus: standing === 'unverified' ? 'eligible' : 'allowed',
      madeForKids: false,
    },
  }
  return resource('channel', id, all, parts)
}

export const playlistShape = ({ id, channel, title, createdAt }: Playlist, parts: readonly string[]): Shape =>
  resource(
    'playlist',
    id,
    {
      snippet: { publishedAt: timeOf(createdAt), channelId: channel, title, description: '' },
      status: { privacyStatus: 'public' },
    },
    parts,
  )

export function playlistItemShape(
  { id, playlist, video, createdAt }: PlaylistItem,
  parts: readonly string[],
  world: World,
): Shape {
  const found = videos(world).get(video)
  const all = {
    snippet: {
      publishedAt: timeOf(createdAt),
      channelId: found?.channel ?? '',
      title: found?.title ?? 'Deleted video',
      description: found?.description ?? '',
      playlistId: playlist,
      resourceId: { kind: 'youtube#video', videoId: video },
    },
    contentDetails: { videoId: video, ...(found && { videoPublishedAt: timeOf(found.createdAt) }) },
  }
  return resource('playlistItem', id, all, parts)
}

/** The original text is returned only to its author. */
export function commentShape(comment: Comment, viewer: string, format: 'html' | 'plainText', world: World): Shape {
  const { id, video, thread, author, text, createdAt, likes } = comment
  const { handle = '@somebody' } = channels(world).get(author) ?? {}
  const snippet = {
    channelId: videos(world).get(video)?.channel ?? '',
    ...(thread === null ? { videoId: video } : { parentId: thread }),
    textDisplay: format === 'html' ? escaped(text) : text,
    ...(viewer === author && { textOriginal: text }),
    authorDisplayName: handle,
    authorProfileImageUrl: `https://yt3.ggpht.com/${author}=s48`,
    authorChannelUrl: `http://www.youtube.com/${handle}`,
    authorChannelId: { value: author },
    canRate: true,
    viewerRating: 'none',
    likeCount: likes,
    publishedAt: timeOf(createdAt),
    updatedAt: timeOf(createdAt),
  }
  return { kind: 'youtube#comment', etag: 'simulated', id, snippet }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')
