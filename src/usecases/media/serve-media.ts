import type { Readable } from 'node:stream'
import type { ByteRange } from '../../domain/byte-ranges.ts'
import { minute } from '../../domain/time.ts'
import type { MediaHost } from '../../media/host.ts'
import type { Database } from '../../store/engine/database.ts'
import type { Clock } from '../../system/clock.ts'
import { readyMedia } from './ready-media.ts'

/** A file as the media host sends it. */
export interface ServedMedia {
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly createdAt: number
  readonly read: (range?: ByteRange) => Promise<Readable>
}

export interface MediaServer {
  /** The file with this public name; undefined if there is none, or if it is not ready. */
  readonly find: (key: string) => Promise<ServedMedia | undefined>
  /** The file is deleted. */
  readonly forget: (key: string) => void
}

const mostKnown = 100
const knownFor = minute

/**
 * Finds the files that it sends. What it knows of the latest ones it keeps in memory, so that whoever asks for a file again and
 * again does not keep the database busy. It never keeps the bytes: once a file is gone from the storage, nobody gets it.
 */
export function createMediaServer(services: { database: Database; media: MediaHost; clock: Clock }): MediaServer {
  const { media, clock } = services
  const known = new Map<string, { readonly file: ServedMedia; readonly until: number }>()
  return {
    async find(key) {
      const now = clock.now()
      const found = known.get(key)
      if (found && found.until > now) return found.file
      const row = await readyMedia(services, key)
      known.delete(key)
      if (!row) return undefined
      const file: ServedMedia = {
        contentType: row.facts.contentType,
        size: row.facts.size,
        sha256: row.sha256,
        createdAt: row.created_at,
        read: (range) => media.read(row.file, range),
      }
      known.set(key, { file, until: now + knownFor })
      const [oldest] = known.keys()
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
      return file
    },
    forget: (key) => {
      known.delete(key)
    },
  }
}
