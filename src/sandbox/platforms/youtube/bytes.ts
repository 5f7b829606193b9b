import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedRequest } from '../../shared/simulator.ts'

const isoMedia = /^.{8}(?:66747970|6d6f6f76|6d646174|66726565|77696465|736b6970)/

/** How a file of a type begins, in hexadecimal digits. Other types are not checked. */
const beginnings: Readonly<Record<string, RegExp>> = {
  'image/jpeg': /^ffd8ff/,
  'image/png': /^89504e470d0a1a0a/,
  'video/mp4': isoMedia,
  'video/quicktime': isoMedia,
  'video/webm': /^1a45dfa3/,
  'video/x-matroska': /^1a45dfa3/,
}

const looked = 16

/** Whether a file may have the announced type. */
export const isGenuine = (bytes: Buffer, type: string): boolean =>
  beginnings[type]?.test(bytes.subarray(0, looked).toString('hex')) ?? true

/**
 * The duration in the header of an MP4 or MOV (ISO 14496-12, `mvhd`). After the name come a version, flags and two
 * times, then the units per second and their number. Null if these bytes do not contain it.
 */
export function secondsIn(bytes: Buffer): number | null {
  const at = bytes.indexOf('mvhd', 0, 'latin1') + 'mvhd'.length
  const isLong = bytes[at] === 1
  const unitsAt = at + (isLong ? 20 : 12)
  if (at < 'mvhd'.length || bytes.length < unitsAt + 12) return null
  const units = bytes.readUInt32BE(unitsAt)
  const length = isLong ? Number(bytes.readBigUInt64BE(unitsAt + 4)) : bytes.readUInt32BE(unitsAt + 4)
  return units === 0 ? null : length / units
}

interface Part {
  readonly type: string
  readonly bytes: Buffer
  readonly json: () => Json
}

const headEnd = '\r\n\r\n'
const lineEnd = '\r\n'

/** The parts of a `multipart/related` body (RFC 2387), which have no names; null if it is not one. */
export function readRelated({ headers, body }: SimulatedRequest): readonly Part[] | null {
  const boundary = /^multipart\/related;.*\bboundary="?([^";]+)/i.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return null
  const delimiter = Buffer.from(`--${boundary}`)
  const parts: Part[] = []
  for (let at = body.indexOf(delimiter); at >= 0; ) {
    const from = at + delimiter.length
    const to = body.indexOf(delimiter, from)
    if (to < 0) break
    parts.push(partOf(body.subarray(from, to)))
    at = to
  }
  return parts
}

function partOf(whole: Buffer): Part {
  const end = whole.indexOf(headEnd)
  const head = whole.toString('utf8', 0, Math.max(0, end))
  const bytes = whole.subarray(end + headEnd.length, whole.length - lineEnd.length)
  const type = /^content-type:\s*([^;\s]+)/im.exec(head)?.[1] ?? ''
  return { type, bytes, json: () => parsed(bytes) }
}

function parsed(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
