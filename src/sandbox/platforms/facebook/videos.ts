import { MiB } from '../../../domain/bytes.ts'
import { newGraphId, notThere, ok, parametersOf, refuse, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { addPost } from './add.ts'
import type { PageCall } from './gate.ts'
import { invalidFile, wrongPhoto } from './photos.ts'
import { looksLikeVideo, received } from './processing.ts'
import { type Page, posts, settingsOf, type Video, videos } from './store.ts'

export const phaseOf = (request: SimulatedRequest): string => (parametersOf(request).upload_phase ?? '').toLowerCase()

export function newVideo(kind: Video['kind'], page: Page, size: number | null, world: World): Video {
  const video: Video = {
    id: newGraphId(world, 16),
    page: page.id,
    kind,
    session: kind === 'feed' ? newGraphId(world, 16) : null,
    size,
    received: 0,
    state: 'open',
    readyAt: 0,
    fault: null,
    finishedAt: null,
    description: '',
    title: '',
    post: null,
    thumbnails: [],
    createdAt: world.now(),
  }
  videos(world).put(video)
  return video
}

/** POST /:page/videos: in one call, or as a session in pieces. */
export function addVideo(call: PageCall): SimulatedReply | Promise<SimulatedReply> {
  const { request, page, world, parameters } = call
  const phase = phaseOf(request)
  if (phase === '') return wholeVideo(call)
  if (phase === 'start') return start(call)
  const video = videos(world)
    .newest((one) => one.session === parameters.upload_session_id && one.page === page.id)
    .at(0)
  if (!video) return refuse({ message: 'The upload session is not known.', code: 6000, subcode: 1_363_030 }, world)
  if (phase === 'transfer') return transfer(call, video)
  if (phase === 'finish') return finish(call, video)
  if (phase === 'cancel') {
    videos(world).remove(video.id)
    return ok({ success: true })
  }
  return wrongParameter('upload_phase must be one of {START, TRANSFER, FINISH, CANCEL}', world)
}

function start({ parameters, page, world }: PageCall): SimulatedReply {
  const size = Number(parameters.file_size)
  if (!Number.isSafeInteger(size) || size <= 0) return wrongParameter('file_size is required', world)
  const video = newVideo('feed', page, size, world)
  return ok({ upload_session_id: video.session, video_id: video.id, ...next(video, world) })
}

/** The range that it expects next, as text. Both numbers are the same if nothing is missing. */
function next({ received: bytes, size }: Video, world: World) {
  const end = Math.min(size ?? 0, bytes + settingsOf(world).pieceBytes)
  return { start_offset: String(bytes), end_offset: String(end) }
}

function transfer({ request, parameters, world }: PageCall, video: Video): SimulatedReply {
  const piece = request.parts().find(({ name }) => name === 'video_file_chunk')?.bytes
  if (!piece) return wrongParameter('video_file_chunk is required', world)
  if (Number(parameters.start_offset) !== video.received || video.state !== 'open')
    return refuse({ message: 'There was a problem uploading your video.', code: 6001, subcode: 1_363_037 }, world)
  const isVideo = video.received > 0 || looksLikeVideo(piece)
  const now: Video = { ...video, received: video.received + piece.length, fault: isVideo ? video.fault : 'no video' }
  videos(world).put(now)
  if (now.received >= (now.size ?? 0)) received(now, now.fault === null, world)
  return ok(next(now, world))
}

/** Only acknowledged. The result of processing is visible later. */
function finish({ parameters, page, world }: PageCall, video: Video): SimulatedReply {
  if (video.state === 'open')
    return refuse({ message: 'There was a problem uploading your video file.', code: 6000, subcode: 1_363_030 }, world)
  if (video.finishedAt !== null)
    return refuse({ message: 'The upload session has ended.', code: 6000, subcode: 1_363_030 }, world)
  publish(video, page, { message: parameters.description ?? '', title: parameters.title ?? '' }, world)
  return ok({ success: true })
}

/** It is published without further calls, unless processing fails. */
export function publish(
  video: Video,
  page: Page,
  { message, title }: { readonly message: string; readonly title: string },
  world: World,
): void {
  const finished: Video = { ...video, description: message, title, finishedAt: world.now() }
  videos(world).put(finished)
  if (video.state === 'failed') return
  const post = addPost(world, { page, kind: 'video', message, link: null, photos: [], video, published: true })
  const readyAt = Math.max(finished.readyAt, world.now())
  videos(world).put({ ...finished, post: post.id, state: 'processing', readyAt })
}

/** POST /:page/videos with the file or a URL, without a session. */
async function wholeVideo({ request, parameters, page, world }: PageCall): Promise<SimulatedReply> {
  const fetched = parameters.file_url === undefined ? null : await world.fetch(parameters.file_url)
  const sent = request.parts().find(({ name }) => name === 'source')?.bytes
  if (parameters.file_url !== undefined && fetched?.status !== 200)
    return refuse({ message: 'Unable to fetch video file from URL.', code: 389 }, world)
  const head = fetched?.bytes ?? sent
  if (!head) return wrongParameter('source or file_url is required', world)
  const video = newVideo('feed', page, fetched?.size ?? head.length, world)
  const whole = received({ ...video, received: video.size ?? 0 }, looksLikeVideo(head), world)
  publish(whole, page, { message: parameters.description ?? '', title: parameters.title ?? '' }, world)
  return ok({ id: video.id })
}

const maxThumbnail = 10 * MiB

/** POST /:video/thumbnails */
export function addThumbnail({ request, parameters, page, world }: PageCall): SimulatedReply {
  const video = videos(world).get(request.params.id ?? '')
  if (!video || video.page !== page.id) return notThere(request.params.id ?? '', world)
  const image = request.parts().find(({ name }) => name === 'source')?.bytes
  if (!image) return wrongParameter('source is required', world)
  if (image.length > maxThumbnail) return invalidFile(world)
  const wrong = wrongPhoto(image, image.length, world)
  if (wrong) return wrong
  const preferred = parameters.is_preferred === 'true'
  const others = video.thumbnails.map((one) => (preferred ? { ...one, preferred: false } : one))
  videos(world).put({ ...video, thumbnails: [...others, { id: newGraphId(world), preferred }] })
  return ok({ success: true })
}

/** The Page's own post of a video, by the ID of either. */
export const postOfVideo = ({ post }: Video, world: World) => (post === null ? undefined : posts(world).get(post))
