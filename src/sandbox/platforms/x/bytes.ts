import { z } from 'zod'
import type { SimulatedRequest } from '../../shared/simulator.ts'

const isoMedia = /^.{8}(?:66747970|6d6f6f76|6d646174|66726565|77696465|736b6970)/

/** How a file of a type begins, in hexadecimal digits. Other types are not checked. */
const beginnings: Readonly<Record<string, RegExp>> = {
  'image/jpeg': /^ffd8ff/,
  'image/pjpeg': /^ffd8ff/,
  'image/png': /^89504e470d0a1a0a/,
  'image/gif': /^474946383[79]61/,
  'image/webp': /^52494646.{8}57454250/,
  'video/mp4': isoMedia,
  'video/quicktime': isoMedia,
  'video/webm': /^1a45dfa3/,
}

const looked = 16

/** Whether a file may have the announced type. */
export const isGenuine = (bytes: Buffer, type: string): boolean =>
  beginnings[type]?.test(bytes.subarray(0, looked).toString('hex')) ?? true

const jsonFields = z.object({ media: z.base64().optional() }).catchall(z.unknown())

interface SentBytes {
  readonly fields: Readonly<Record<string, unknown>>
  readonly bytes: Buffer | null
}

/** An upload as a form, or as JSON with the file in base64: the fields, and the bytes of the file. */
export function readUpload(request: SimulatedRequest): SentBytes {
  if ((request.headers['content-type'] ?? '').startsWith('multipart/form-data')) {
    const parts = request.parts()
    const others = parts.filter(({ name }) => name !== 'media')
    return {
      fields: Object.fromEntries(others.map(({ name, bytes }) => [name, bytes.toString('utf8')])),
      bytes: parts.find(({ name }) => name === 'media')?.bytes ?? null,
    }
  }
  const { media, ...fields } = jsonFields.safeParse(request.json()).data ?? {}
  return { fields, bytes: media === undefined ? null : Buffer.from(media, 'base64') }
}
