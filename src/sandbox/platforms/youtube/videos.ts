import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { slowProcessing } from './add.ts'
import { badRequest, forbidden, videoNotFound } from './answers.ts'
import { isGenuine } from './bytes.ts'
import { type Call, listed, partsIn } from './gate.ts'
import { listAnswer } from './pages.ts'
import { channelShape, thumbnailAnswer, videoShape } from './shapes.ts'
import { channels, type Video, videos } from './store.ts'

const maxIds = 50

/** GET /youtube/v3/videos. Missing and invisible videos are left out. */
export function listVideos({ request, world, channel }: Call): SimulatedReply {
  const ids = listed(request.query, 'id')
  if (ids.length === 0) return badRequest('missingRequiredParameter', 'No filter selected. Expected one of: id')
  if (ids.length > maxIds) return badRequest('invalidFilters', `At most ${maxIds} IDs can be requested.`)
  if (request.query.has('maxResults'))
    return badRequest(
      'invalidFilters',
      'The maxResults parameter is not supported in conjunction with the id parameter.',
    )
  const parts = partsIn(request.query)
  const found = ids.flatMap((id) => videos(world).get(id) ?? [])
  const seen = found.filter((video) => video.channel === channel.id || video.privacyStatus !== 'private')
  // Only the owner may see the progress of processing.
  const shapes = seen.map((video) => {
    const own = video.channel === channel.id
    const now = parts.includes('status') ? progress(video, world) : video
    return videoShape(now, own ? parts : parts.filter((part) => part !== 'processingDetails'), world)
  })
  return listAnswer('video', shapes)
}

/** Reading a video can trigger the faults that a test has requested: failed or slow processing. */
function progress(video: Video, world: World): Video {
  if (video.state !== 'processing') return video
  const changed: Video = world.meets('processing_failed', 'status')
    ? { ...video, state: 'failed', failure: 'conversion' }
    : world.meets('slow_processing', 'status')
      ? { ...video, readyAt: world.now() + world.scaled(slowProcessing) }
      : video
  if (changed !== video) videos(world).put(changed)
  return changed
}

/** GET /youtube/v3/channels */
export function listChannels({ request, world, channel }: Call): SimulatedReply {
  const { query } = request
  const ids = listed(query, 'id')
  const isMine = query.get('mine') === 'true'
  if (!isMine && ids.length === 0)
    return badRequest('missingRequiredParameter', 'No filter selected. Expected one of: id, mine')
  const found = isMine ? [channel] : ids.flatMap((id) => channels(world).get(id) ?? [])
  const there = found.filter(({ standing }) => standing !== 'without_channel')
  return listAnswer(
    'channel',
    there.map((one) => channelShape(one, partsIn(query))),
  )
}

const maxThumbnail = 52_428_800

/** POST /upload/youtube/v3/thumbnails/set */
export function setThumbnail({ request, world, channel }: Call): SimulatedReply {
  const video = videos(world).get(request.query.get('videoId') ?? '')
  const type = (request.headers['content-type'] ?? '').replace(/;.*/, '')
  if (!video || video.channel !== channel.id) return videoNotFound()
  if (channel.standing === 'unverified') return forbidden()
  if (request.size === 0)
    return badRequest('mediaBodyRequired', 'The request does not include the image content.', 'youtube.thumbnail')
  const isImage = ['image/jpeg', 'image/png', 'application/octet-stream'].includes(type)
  if (!isImage || !isGenuine(request.body, type) || request.size > maxThumbnail)
    return badRequest('invalidImage', 'The provided image content is invalid.', 'youtube.thumbnail')
  videos(world).put({ ...video, hasThumbnail: true })
  return { status: 200, body: thumbnailAnswer(video) }
}

/** DELETE /youtube/v3/videos */
export function deleteVideo({ request, world, channel }: Call): SimulatedReply {
  const video = videos(world).get(request.query.get('id') ?? '')
  if (!video) return videoNotFound()
  if (video.channel !== channel.id) return forbidden()
  videos(world).remove(video.id)
  world.unpublish(video.id)
  return { status: 204 }
}
