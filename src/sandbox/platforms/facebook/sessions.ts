import { day } from '../../../domain/time.ts'
import { notThere, ok, refuse, usageHeaders, wrongParameter } from '../../shared/graph.ts'
import { holderOf, refuseToken } from '../../shared/graph-login.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { addPost } from './add.ts'
import type { PageCall } from './gate.ts'
import { looksLikeVideo, received } from './processing.ts'
import { settingsOf, type Video, videos } from './store.ts'
import { newVideo, phaseOf, publish } from './videos.ts'

/** POST /:page/video_reels */
export function addReel(call: PageCall): SimulatedReply {
  const { request, parameters, page, world } = call
  const phase = phaseOf(request)
  if (phase === 'start') return start(call, 'reel')
  if (phase !== 'finish') return wrongParameter('upload_phase must be one of {START, FINISH}', world)
  const video = mine(call, 'reel')
  if (!video) return notThere(parameters.video_id ?? '', world)
  const wrong = notUploaded(video, world) ?? tooMany(call)
  if (wrong) return wrong
  if (parameters.video_state?.toUpperCase() !== 'PUBLISHED') return ok({ success: true })
  if (video.finishedAt === null)
    publish(video, page, { message: parameters.description ?? '', title: parameters.title ?? '' }, world)
  return ok({ success: true })
}

/** POST /:page/video_stories. A text is accepted, but never shown. */
export function addVideoStory(call: PageCall): SimulatedReply {
  const { request, parameters, page, world } = call
  const phase = phaseOf(request)
  if (phase === 'start') return start(call, 'story')
  if (phase !== 'finish') return wrongParameter('upload_phase must be one of {START, FINISH}', world)
  const video = mine(call, 'story')
  if (!video) return notThere(parameters.video_id ?? '', world)
  const wrong = notUploaded(video, world)
  if (wrong) return wrong
  if (video.post !== null)
    return refuse({ message: '(#100) The video was published already.', code: 100, subcode: 1_366_051 }, world)
  const post = addPost(world, { page, kind: 'story', message: '', link: null, photos: [], video, published: true })
  videos(world).put({ ...video, post: post.id, finishedAt: world.now(), state: 'ready' })
  return ok({ success: true, post_id: post.id })
}

function start({ request, page, world }: PageCall, kind: 'reel' | 'story'): SimulatedReply {
  const video = newVideo(kind, page, null, world)
  const url = `${world.address('upload')}/video-upload/${request.params.version}/${video.id}`
  return ok({ video_id: video.id, upload_url: url })
}

function mine({ parameters, page, world }: PageCall, kind: Video['kind']): Video | undefined {
  const video = videos(world).get(parameters.video_id ?? '')
  return video?.page === page.id && video.kind === kind ? video : undefined
}

const notUploaded = ({ state, fault }: Video, world: World): SimulatedReply | null =>
  state === 'open' || state === 'failed'
    ? refuse(
        {
          message: 'There was a problem uploading your video file. Please try again with another file.',
          code: 6000,
          subcode: 1_363_130,
          ...(fault === null ? {} : { explanation: fault }),
        },
        world,
      )
    : null

/** Reels that apps publish, by Page and day. They are counted when they are finished. */
function tooMany({ page, world }: PageCall): SimulatedReply | null {
  const since = world.now() - world.scaled(day)
  const out = videos(world).newest(
    (one) => one.page === page.id && one.kind === 'reel' && (one.finishedAt ?? 0) > since,
  )
  if (out.length < settingsOf(world).reelsPerDay) return null
  const headers = usageHeaders({ id: page.id, type: 'pages', percent: 100, regainMinutes: 60 }, world)
  return refuse({ message: '(#613) Calls to this api have exceeded the rate limit.', code: 613, headers }, world)
}

const debugInfo = (type: string, message: string, retriable: boolean): SimulatedReply => ({
  status: 400,
  body: { debug_info: { retriable, type, message } },
})

/** POST /video-upload/:version/:id on the upload host: the bytes, or a header with a URL. */
export async function receiveBytes(request: SimulatedRequest, world: World): Promise<SimulatedReply> {
  const { id = '' } = request.params
  const token = holderOf(request, world)
  if (!/^OAuth /.test(request.headers.authorization ?? ''))
    return debugInfo('NotAuthorizedError', 'The token has to come with the scheme OAuth.', false)
  if (token.type === 'refused') return refuseToken(token.why, world)
  const video = videos(world).get(id)
  if (!video || video.page !== token.accountId) return debugInfo('NotFoundError', 'There is no such upload.', false)
  const { file_url: url } = request.headers
  return url === undefined ? takeBytes(request, video, world) : fetchBytes(url, video, world)
}

async function fetchBytes(url: string, video: Video, world: World): Promise<SimulatedReply> {
  const file = await world.fetch(url)
  if (file?.status !== 200) return debugInfo('ProcessingFailedError', 'The file could not be fetched.', true)
  const whole: Video = { ...video, size: file.size, received: file.size }
  received(whole, looksLikeVideo(file.bytes), world)
  return ok({ success: true })
}

/** If a connection breaks, the received bytes are kept, and the upload can be resumed. */
function takeBytes(request: SimulatedRequest, video: Video, world: World): SimulatedReply {
  const offset = Number(request.headers.offset)
  const size = Number(request.headers.file_size)
  if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(size) || size <= 0)
    return debugInfo(
      'ParameterValidationError',
      'HeaderValuePredicate: Header Offset not convertable to unsigned long',
      false,
    )
  if (video.state !== 'open' || offset !== video.received)
    return debugInfo('OffsetInvalidError', `The upload goes on at ${video.received}.`, false)
  const isVideo = video.received > 0 || looksLikeVideo(request.body)
  const { breaksOffAt } = settingsOf(world)
  const breaks = breaksOffAt !== null && video.received === 0 && request.size > breaksOffAt
  const taken = breaks ? breaksOffAt : request.size
  const now: Video = { ...video, size, received: offset + taken, fault: isVideo ? video.fault : 'no video' }
  videos(world).put(now)
  if (now.received < size)
    return debugInfo('PartialRequestError', 'Partial request (did not match length of file)', true)
  received(now, now.fault === null, world)
  return ok({ success: true })
}
