import type { Readable } from 'node:stream'
import type { ByteRange } from '../../domain/byte-ranges.ts'
import type { MediaHost } from '../../media/host.ts'
import type { Database } from '../../store/engine/database.ts'
import { readyMedia } from './ready-media.ts'

/** A file as the media host sends it. */
export interface ServedMedia {
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly createdAt: number
  readonly read: (range?: ByteRange) => Promise<Readable>
}

/** The file with this public name; undefined if there is none, or if it is not ready. */
export async function serveMedia(
  services: { database: Database; media: MediaHost },
  key: string,
): Promise<ServedMedia | undefined> {
  const row = await readyMedia(services, key)
  return (
    row && {
      contentType: row.facts.contentType,
      size: row.facts.size,
      sha256: row.sha256,
      createdAt: row.created_at,
      read: (range) => services.media.read(row.file, range),
    }
  )
}
