import { second } from '../../../domain/time.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { addVideo } from './add.ts'
import { badRequest, isReply, ok } from './answers.ts'
import { isGenuine, readRelated, secondsIn } from './bytes.ts'
import { type Call, partsIn } from './gate.ts'
import { readMetadata } from './metadata.ts'
import { settingsOf } from './settings.ts'
import { videoShape } from './shapes.ts'
import { newId, type Session, sessions, videos } from './store.ts'

const maxBytes = 274_877_906_944
const sessionIdLength = 43

/** In bytes: every piece except the last must be a multiple of this. */
const granule = 262_144

/** POST /upload/youtube/v3/videos: starts a resumable upload, or receives a small file in one call. */
export function insert(call: Call): SimulatedReply {
  const kind = call.request.query.get('uploadType')
  if (kind === 'resumable') return begin(call)
  if (kind === 'multipart') return insertWhole(call)
  return badRequest('mediaBodyRequired', 'The request does not include the video content.', 'youtube.video')
}

function begin({ request, world, channel }: Call): SimulatedReply {
  const { headers, query } = request
  const type = headers['x-upload-content-type'] ?? ''
  const total = Number(headers['x-upload-content-length'] ?? Number.NaN)
  if (!/^video\/|^application\/octet-stream$/.test(type))
    return badRequest('badRequest', `Media type '${type}' is not supported.`)
  if (!Number.isInteger(total) || total < 1 || total > maxBytes)
    return badRequest('badRequest', 'The X-Upload-Content-Length is missing or wrong.')
  if (!(headers['content-type'] ?? '').startsWith('application/json'))
    return badRequest('badRequest', 'The metadata has to be JSON.')
  const described = readMetadata(request.json())
  if (isReply(described)) return described
  const id = newId(world, 'session', 'ABg', sessionIdLength)
  const expiresAt = world.now() + world.scaled(settingsOf(world).sessionSeconds * second)
  const parts = [...partsIn(query)]
  const rest = { type, total, stored: 0, genuine: null, seconds: null, video: null, expiresAt, parts }
  sessions(world).put({ ...described, id, channel: channel.id, ...rest })
  const address = `${world.address('api')}/upload/youtube/v3/videos?uploadType=resumable&part=${parts.join(',')}&upload_id=${id}`
  return { status: 200, headers: { location: address, 'x-guploader-uploadid': id }, body: '' }
}

/** The content of `Content-Range`; without the header the body is the whole file. */
interface Range {
  /** Null: the request only asks for the progress. */
  readonly from: number | null
  readonly to: number
  readonly total: number
}

function rangeOf({ headers, size }: SimulatedRequest): Range | null {
  const text = headers['content-range']
  if (text === undefined) return { from: 0, to: size - 1, total: size }
  const probe = /^bytes \*\/(\d+)$/.exec(text)
  if (probe) return { from: null, to: -1, total: Number(probe[1]) }
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(text) ?? []
  return total === undefined ? null : { from: Number(from), to: Number(to), total: Number(total) }
}

/** A status request, a piece, or the last piece, which makes the video visible. */
export function kindOfPut(request: SimulatedRequest): 'read' | 'upload' | 'create' {
  const range = rangeOf(request)
  if (range === null || range.from === null) return 'read'
  return range.to + 1 === range.total ? 'create' : 'upload'
}

export const sessionIn = (request: SimulatedRequest, world: World): Session | undefined =>
  sessions(world).get(request.query.get('upload_id') ?? '')

/** PUT to the URL of a session. */
export function put(call: Call): SimulatedReply {
  const { request, world, channel } = call
  const session = sessionIn(request, world)
  if (!session || session.channel !== channel.id || session.expiresAt <= world.now())
    return { status: 404, body: 'Not Found' }
  if (session.video !== null) return finished(session, session.video, 200, world)
  const range = rangeOf(request)
  if (range === null || range.total !== session.total) return badRequest('badContent', 'The Content-Range is wrong.')
  if (range.from === null) return incomplete(session)
  const { from, to } = range
  const isLast = to + 1 === session.total
  if (request.size !== to - from + 1 || from > session.stored || (!isLast && request.size % granule !== 0))
    return badRequest('badContent', 'The piece does not fit the upload.')
  return take(session, { isLast, stored: Math.max(session.stored, to + 1) }, call)
}

function take(
  session: Session,
  { isLast, stored }: { isLast: boolean; stored: number },
  { request, world, channel }: Call,
) {
  const genuine = session.stored === 0 ? isGenuine(request.body, session.type) : session.genuine
  const seconds = session.seconds ?? secondsIn(request.body)
  const taken: Session = { ...session, stored, genuine, seconds }
  if (!isLast) {
    sessions(world).put(taken)
    return incomplete(taken)
  }
  const video = addVideo(world, {
    channel: channel.id,
    described: describedBy(session),
    genuine: genuine !== false,
    seconds,
  })
  sessions(world).put({ ...taken, video: video.id })
  return finished(taken, video.id, 201, world)
}

const describedBy = ({
  title,
  description,
  tags,
  categoryId,
  privacyStatus,
  madeForKids,
  syntheticMedia,
}: Session) => ({
  title,
  description,
  tags,
  categoryId,
  privacyStatus,
  madeForKids,
  syntheticMedia,
})

const incomplete = ({ stored }: Session): SimulatedReply => ({
  status: 308,
  headers: stored === 0 ? {} : { range: `bytes=0-${stored - 1}` },
  body: '',
})

function finished({ parts }: Session, id: string, status: number, world: World): SimulatedReply {
  const video = videos(world).get(id)
  return video ? { status, body: videoShape(video, parts, world) } : { status: 404, body: 'Not Found' }
}

/** For clients that do not resume: the metadata and the bytes of the video in one body. */
function insertWhole({ request, world, channel }: Call): SimulatedReply {
  const parts = readRelated(request)
  const [metadata, media] = parts ?? []
  if (!metadata || !media || media.bytes.length === 0)
    return badRequest('mediaBodyRequired', 'The request does not include the video content.', 'youtube.video')
  const described = readMetadata(metadata.json())
  if (isReply(described)) return described
  const video = addVideo(world, {
    channel: channel.id,
    described,
    genuine: isGenuine(media.bytes, media.type),
    seconds: secondsIn(media.bytes),
  })
  return ok(videoShape(video, partsIn(request.query), world))
}
