import type { MediaFacts } from '../../domain/media-facts.ts'
import type { MediaHost } from '../../media/host.ts'
import { isSameType, MediaRefused } from '../../media/probe/probe.ts'
import type { Database } from '../../store/engine/database.ts'
import { findMedia, type MediaRow, makeMediaReady } from '../../store/posts/media.ts'
import { makeSmall } from './keep-small.ts'

export type ReadyMedia = MediaRow & { readonly sha256: string; readonly facts: MediaFacts }

/** The media with this name and its facts; undefined if the file has not arrived or was refused. */
export async function readyMedia(
  { database, media }: { database: Database; media: MediaHost },
  key: string,
): Promise<ReadyMedia | undefined> {
  const row = await findMedia(database.read, key)
  if (!row) return undefined
  const { sha256, facts } = row
  if (sha256 !== null && facts !== null) return { ...row, sha256, facts }
  const received = await media.adopt(key, { contentType: row.content_type, size: row.size })
  if (!received) return undefined
  if (!isSameType(row.content_type, received.facts.contentType)) {
    await media.forget(received.file)
    throw wrongType(row.content_type, received.facts.contentType)
  }
  if (await database.step((tx) => makeMediaReady(tx, key, received)))
    await makeSmall({ database, media }, { ...row, ...received })
  return { ...row, ...received }
}

export const wrongType = (announced: string, real: string): MediaRefused =>
  new MediaRefused('unsupported_type', `The file is ${real}, not ${announced} as it was announced.`)
