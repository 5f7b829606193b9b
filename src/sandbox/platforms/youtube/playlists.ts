import { z } from 'zod'
import type { SimulatedReply } from '../../shared/simulator.ts'
import { addPlaylistItem } from './add.ts'
import { badRequest, forbidden, inPlaylist, isReply, ok, playlistNotFound, videoNotFound } from './answers.ts'
import { type Call, listed, partsIn } from './gate.ts'
import { listAnswer, listPage, readPage } from './pages.ts'
import { settingsOf } from './settings.ts'
import { playlistItemShape, playlistShape } from './shapes.ts'
import { addPlaylist, listOf, newId, playlistItems, playlists, uploadsOf, videos } from './store.ts'

const pageLimits = { usual: 5, most: 50 }

/** GET /youtube/v3/playlists */
export function listPlaylists(call: Call): SimulatedReply {
  const { request, world, channel } = call
  const { query } = request
  const parts = partsIn(query)
  const ids = listed(query, 'id')
  if (ids.length > 0) {
    const found = ids.flatMap((id) => playlists(world).get(id) ?? [])
    return listAnswer(
      'playlist',
      found.map((one) => playlistShape(one, parts)),
    )
  }
  if (query.get('mine') !== 'true')
    return badRequest('missingRequiredParameter', 'No filter selected. Expected one of: mine, id')
  const page = readPage(call, pageLimits)
  if (isReply(page)) return page
  return listPage(world, page, {
    kind: 'playlist',
    list: listOf(world, 'playlists', channel.id),
    get: playlists(world).get,
    shape: (one) => playlistShape(one, parts),
    newestFirst: true,
  })
}

const newPlaylist = z.strictObject({
  snippet: z.strictObject({ title: z.string().min(1), description: z.string().optional() }),
})
const playlistIdLength = 32

/** POST /youtube/v3/playlists */
export function insertPlaylist({ request, world, channel }: Call): SimulatedReply {
  const read = newPlaylist.safeParse(request.json())
  if (!read.success) return badRequest('playlistTitleRequired', 'The playlist’s title is missing.')
  const { title } = read.data.snippet
  const made = {
    id: newId(world, 'playlist', 'PL', playlistIdLength),
    channel: channel.id,
    title,
    createdAt: world.now(),
  }
  addPlaylist(world, made)
  return ok(playlistShape(made, partsIn(request.query)))
}

/** GET /youtube/v3/playlistItems: newest first in the uploads, oldest first in other lists. */
export function listItems(call: Call): SimulatedReply {
  const { request, world, channel } = call
  const { query } = request
  const playlist = query.get('playlistId')
  const video = query.get('videoId')
  if (playlist === null)
    return badRequest('missingRequiredParameter', 'No filter selected. Expected one of: playlistId, id')
  const isUploads = playlist === uploadsOf(channel.id)
  if (!isUploads && !playlists(world).get(playlist)) return playlistNotFound()
  const page = readPage(call, pageLimits)
  if (isReply(page)) return page
  return listPage(world, page, {
    kind: 'playlistItem',
    list: listOf(world, 'entries', playlist),
    get: (id) => {
      const item = playlistItems(world).get(id)
      return item && (video === null || item.video === video) ? item : undefined
    },
    shape: (item) => playlistItemShape(item, partsIn(query), world),
    newestFirst: isUploads,
    madeAt: ({ createdAt }) => createdAt,
  })
}

const newItem = z.strictObject({
  snippet: z.strictObject({
    playlistId: z.string(),
    position: z.int().optional(),
    resourceId: z.strictObject({ kind: z.literal('youtube#video'), videoId: z.string() }),
  }),
})

/** POST /youtube/v3/playlistItems */
export function insertItem({ request, world, channel }: Call): SimulatedReply {
  const read = newItem.safeParse(request.json())
  if (!read.success) return badRequest('resourceIdRequired', 'The resource ID is missing.', 'youtube.playlistItem')
  const { playlistId, position, resourceId } = read.data.snippet
  const playlist = playlists(world).get(playlistId)
  if (!playlist) return playlistNotFound()
  if (playlist.channel !== channel.id) return forbidden()
  if (position !== undefined)
    return badRequest('manualSortRequired', 'The playlist must use manual sorting.', 'youtube.playlistItem')
  if (!videos(world).get(resourceId.videoId)) return videoNotFound()
  const there = listOf(world, 'entries', playlistId).all()
  const isThere = there.some(({ document }) => playlistItems(world).get(String(document))?.video === resourceId.videoId)
  if (isThere && settingsOf(world).repeatedEntries === 'refused') return inPlaylist()
  const item = playlistItems(world).get(addPlaylistItem(world, playlistId, resourceId.videoId))
  return item ? ok(playlistItemShape(item, partsIn(request.query), world)) : playlistNotFound()
}
