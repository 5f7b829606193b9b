import type { FaultOperation, SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { take } from './add.ts'
import { isVideo } from './init.ts'
import { type Publication, publications } from './store.ts'

interface Range {
  readonly from: number
  readonly to: number
  readonly total: number
}

function rangeOf({ headers }: SimulatedRequest): Range | null {
  const [, from, to, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? []
  return total === undefined ? null : { from: Number(from), to: Number(to), total: Number(total) }
}

/** The last piece publishes it. */
export function operationOf(request: SimulatedRequest): FaultOperation {
  const range = rangeOf(request)
  return range !== null && range.to + 1 === range.total ? 'create' : 'upload'
}

export const publicationIn = ({ query }: SimulatedRequest, world: World): Publication | undefined =>
  publications(world).get(query.get('upload_id') ?? '')

const emptyReply = (status: number, headers: Readonly<Record<string, string>> = {}): SimulatedReply => ({
  status,
  headers,
  body: '',
})

const types = ['video/mp4', 'video/quicktime', 'video/webm']

/** PUT to an upload URL. It needs no other token, and accepts the pieces in their order. */
export function put(request: SimulatedRequest, world: World): SimulatedReply {
  const publication = publicationIn(request, world)
  const file = publication?.file
  if (!publication || !file || request.query.get('upload_token') !== file.token) return emptyReply(404)
  if (file.endsAt <= world.now()) return emptyReply(403)
  const range = rangeOf(request)
  const isFitting = range !== null && range.total === file.size && request.size === range.to - range.from + 1
  if (!isFitting || !types.includes(request.headers['content-type'] ?? '')) return emptyReply(400)
  const isLast = file.pieces === file.count - 1
  const next = { from: file.pieces * file.chunkBytes, to: isLast ? file.size : (file.pieces + 1) * file.chunkBytes }
  if (publication.state !== 'open' || range.from !== next.from || range.to + 1 !== next.to) return emptyReply(416)
  const genuine = file.pieces === 0 ? isVideo(request.body) : file.genuine
  const stored = { ...publication, file: { ...file, stored: range.to + 1, pieces: file.pieces + 1, genuine } }
  const progress = { 'content-range': `bytes 0-${range.to}/${file.size}` }
  if (!isLast) {
    publications(world).put(stored)
    return emptyReply(206, progress)
  }
  take(stored, genuine ? null : 'file_format_check_failed', world)
  return emptyReply(201, progress)
}
