import { simulateOAuth } from '../../shared/oauth.ts'
import type { SimulatedRoute, Simulator } from '../../shared/simulator.ts'
import { insertReply, insertThread, listReplies, listThreads, textOf } from './comments.ts'
import { type Guard, guarded, partsIn } from './gate.ts'
import { kinds } from './kinds.ts'
import { grow, metricNames, plantComment, setMetrics } from './life.ts'
import { forceSsl, manage, oauthRules, readonly, uploading } from './oauth.ts'
import { insertItem, insertPlaylist, listItems, listPlaylists } from './playlists.ts'
import { refusals } from './refusals.ts'
import { revoke } from './revoke.ts'
import { changeSettings } from './settings.ts'
import { channelNamed, channels } from './store.ts'
import { insert, kindOfPut, put, sessionIn } from './upload.ts'
import { deleteVideo, listChannels, listVideos, setThumbnail } from './videos.ts'

const oauth = simulateOAuth(oauthRules)

const reading = [forceSsl, manage, readonly]
const writing = [forceSsl, manage]
const sending = [...writing, uploading]
const videoParts = ['id', 'snippet', 'status', 'statistics', 'processingDetails', 'contentDetails']

interface YoutubeRoute extends Omit<SimulatedRoute, 'host' | 'handle'> {
  readonly guard: Guard
  readonly handle: Parameters<typeof guarded>[2]
}

const served: readonly YoutubeRoute[] = [
  {
    method: 'POST',
    path: '/upload/youtube/v3/videos',
    operation: ({ query }) => (query.get('uploadType') === 'multipart' ? 'create' : 'upload'),
    guard: { scopes: sending, cost: 'upload', query: ['notifySubscribers'], parts: videoParts },
    handle: insert,
  },
  {
    method: 'PUT',
    path: '/upload/youtube/v3/videos',
    operation: kindOfPut,
    guard: { scopes: sending, cost: 0, query: ['notifySubscribers', 'part'] },
    handle: put,
    // The metadata of a video was sent when its upload began.
    text: (request, world) => (kindOfPut(request) === 'create' ? (sessionIn(request, world)?.description ?? '') : ''),
  },
  {
    method: 'GET',
    path: '/youtube/v3/videos',
    operation: ({ query }) => (partsIn(query).includes('statistics') ? 'metrics' : 'status'),
    guard: { scopes: reading, cost: 1, query: ['id', 'maxResults'], parts: videoParts },
    handle: listVideos,
  },
  {
    method: 'DELETE',
    path: '/youtube/v3/videos',
    operation: null,
    guard: { scopes: writing, cost: 50, query: ['id'] },
    handle: deleteVideo,
  },
  {
    method: 'GET',
    path: '/youtube/v3/channels',
    operation: 'account',
    guard: {
      scopes: reading,
      cost: 1,
      query: ['id', 'mine', 'maxResults'],
      parts: ['id', 'snippet', 'contentDetails', 'statistics', 'status'],
      forAnybody: true,
    },
    handle: listChannels,
  },
  {
    method: 'POST',
    path: '/upload/youtube/v3/thumbnails/set',
    operation: 'upload',
    guard: { scopes: sending, cost: 50, query: ['videoId'] },
    handle: setThumbnail,
  },
  {
    method: 'GET',
    path: '/youtube/v3/playlists',
    operation: 'account',
    guard: {
      scopes: reading,
      cost: 1,
      query: ['id', 'mine', 'maxResults', 'pageToken'],
      parts: ['id', 'snippet', 'status'],
    },
    handle: listPlaylists,
  },
  {
    method: 'POST',
    path: '/youtube/v3/playlists',
    operation: null,
    guard: { scopes: writing, cost: 50, query: [], parts: ['id', 'snippet', 'status'] },
    handle: insertPlaylist,
  },
  {
    method: 'GET',
    path: '/youtube/v3/playlistItems',
    operation: 'read',
    guard: {
      scopes: reading,
      cost: 1,
      query: ['playlistId', 'videoId', 'maxResults', 'pageToken'],
      parts: ['id', 'snippet', 'contentDetails'],
    },
    handle: listItems,
  },
  {
    method: 'POST',
    path: '/youtube/v3/playlistItems',
    operation: 'account',
    guard: { scopes: writing, cost: 50, query: [], parts: ['id', 'snippet', 'contentDetails'] },
    handle: insertItem,
  },
  {
    method: 'GET',
    path: '/youtube/v3/commentThreads',
    operation: 'read',
    guard: {
      scopes: [forceSsl],
      cost: 1,
      query: ['videoId', 'order', 'textFormat', 'maxResults', 'pageToken'],
      parts: ['id', 'snippet', 'replies'],
    },
    handle: listThreads,
  },
  {
    method: 'POST',
    path: '/youtube/v3/commentThreads',
    operation: 'comment',
    guard: { scopes: [forceSsl], cost: 50, query: [], parts: ['id', 'snippet', 'replies'] },
    handle: insertThread,
    text: ({ json }) => textOf(json()),
  },
  {
    method: 'GET',
    path: '/youtube/v3/comments',
    operation: 'read',
    guard: {
      scopes: [forceSsl],
      cost: 1,
      query: ['parentId', 'textFormat', 'maxResults', 'pageToken'],
      parts: ['id', 'snippet'],
    },
    handle: listReplies,
  },
  {
    method: 'POST',
    path: '/youtube/v3/comments',
    operation: 'comment',
    guard: { scopes: [forceSsl], cost: 50, query: [], parts: ['id', 'snippet'] },
    handle: insertReply,
    text: ({ json }) => textOf(json()),
  },
]

/**
 * The simulated YouTube, written from Google's discovery document of revision 20260924 and its guides (2026-11).
 * Every channel begins with one playlist, whose ID is that of the channel with `PL` instead of `UC`.
 */
export const simulator: Simulator = {
  routes: [
    ...oauth.routes,
    revoke,
    ...served.map(
      ({ guard, handle, ...route }): SimulatedRoute => ({
        ...route,
        host: 'api',
        handle: guarded(oauth, guard, handle),
      }),
    ),
  ],
  refusals,
  kinds,
  account: (name, world) => {
    channelNamed(name, world)
    return oauth.login(name)
  },
  nameOf: (world, id) => {
    const channel = channels(world).get(id)
    return channel && `${channel.title} (${channel.handle})`
  },
  plantComment,
  metrics: metricNames,
  setMetrics,
  settings: changeSettings,
  grow,
}
