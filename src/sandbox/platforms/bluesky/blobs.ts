import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { hour } from '../../../domain/time.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { blobCid } from './cid.ts'
import { blobNotFound, RefusedRequest, tooLarge } from './errors.ts'
import { countBlob } from './limits.ts'
import { writer } from './session.ts'

/** In bytes, on Bluesky's own servers (bsky-docs, 2026-04-21). */
export const blobUploadLimit = 52_428_800

/** A file that no record uses is deleted after minutes to hours (sheet of 2026-11-21). */
const unnamedFor = hour

const storedBlob = z.object({ mimeType: z.string(), size: z.number(), at: z.number(), named: z.boolean() })

const blobs = (did: string, world: World) => world.documents(`blobs ${did}`)

export function uploadBlob(request: SimulatedRequest, world: World): SimulatedReply {
  const { did } = writer(request, world)
  const headers = countBlob(did, world)
  if (request.size > blobUploadLimit) throw tooLarge()
  const mimeType = sniff(request.body) ?? mediaTypeOf(request.headers['content-type'])
  return {
    status: 200,
    headers,
    body: { blob: keepBlob(did, { sha256: request.sha256, size: request.size, mimeType }, world) },
  }
}

interface File {
  readonly sha256: string
  readonly size: number
  readonly mimeType: string
}

/** Returns the file in the form that records use. */
export function keepBlob(did: string, { sha256, size, mimeType }: File, world: World): Json {
  const cid = blobCid(sha256)
  const before = storedBlob.safeParse(blobs(did, world).get(cid))
  blobs(did, world).put(cid, { mimeType, size, at: world.now(), named: before.success && before.data.named })
  return { $type: 'blob', ref: { $link: cid }, mimeType, size }
}

const mediaTypeOf = (header = ''): string => header.split(';', 1)[0]?.trim() || 'application/octet-stream'

const signatures: readonly (readonly [mimeType: string, offset: number, text: string])[] = [
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['video/mp4', 4, 'ftyp'],
]

/** The server detects the type from the bytes, not from the header. */
export function sniff(bytes: Buffer): string | undefined {
  const beginning = bytes.toString('latin1', 0, 16)
  return signatures.find(([, offset, text]) => beginning.startsWith(text, offset))?.[0]
}

/** A file in a record. */
export const blobRef = z.strictObject({
  $type: z.literal('blob'),
  ref: z.strictObject({ $link: z.string() }),
  mimeType: z.string(),
  size: z.number(),
})

export type BlobRef = z.output<typeof blobRef>

/** All files in a value, at any depth. */
export function blobsIn(value: Json): readonly BlobRef[] {
  const found = blobRef.safeParse(value)
  if (found.success) return [found.data]
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(blobsIn)
}

/** A record must name files exactly as they were stored. They are then kept as long as the record. */
export function nameBlobs(did: string, refs: readonly BlobRef[], world: World): void {
  for (const { ref, mimeType, size } of refs) {
    const cid = ref.$link
    const found = storedBlob.safeParse(blobs(did, world).get(cid))
    const dropped = found.success && !found.data.named && found.data.at + world.scaled(unnamedFor) <= world.now()
    if (!found.success || dropped) throw blobNotFound(cid)
    if (found.data.mimeType !== mimeType)
      throw new RefusedRequest(
        400,
        'InvalidMimeType',
        `Referenced Mimetype does not match stored mimetype. Expected: ${found.data.mimeType}, Got: ${mimeType}`,
      )
    if (found.data.size !== size)
      throw new RefusedRequest(
        400,
        'InvalidSize',
        `Referenced size does not match stored size. Expected: ${found.data.size}, Got: ${size}`,
      )
    blobs(did, world).put(cid, { ...found.data, named: true })
  }
}
