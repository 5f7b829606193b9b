import type { StoredMedia } from '../../domain/content.ts'
import type { FindingCode } from '../../domain/finding-codes.ts'
import { TooLarge } from '../../media/host.ts'
import { MediaRefused } from '../../media/probe/probe.ts'
import { listNamedMedia, type MediaRow } from '../../store/posts/media.ts'
import type { Services } from '../context.ts'
import { mediaFault } from './media-fault.ts'
import { readyMedia } from './ready-media.ts'

/** How a caller names an upload. */
export type MediaName = { readonly url: string } | { readonly storageKey: string }

/** The upload with a name. */
export type NamedMedia =
  | { readonly state: 'ready'; readonly key: string; readonly media: StoredMedia; readonly altText: string | null }
  /** The file has not arrived. Its facts are those that the caller announced. */
  | { readonly state: 'awaited'; readonly key: string; readonly media: StoredMedia; readonly altText: string | null }
  /** The file has arrived, and the media host does not accept it. */
  | { readonly state: 'refused'; readonly code: FindingCode; readonly message: string }
  /** Not an upload of this user. Uploads of other users are reported the same way. */
  | { readonly state: 'not_hosted' }

type MediaServices = Pick<Services, 'database' | 'media'>

/** Finds the uploads with one query, except those that were just PUT. */
export async function findNamedMedia(
  services: MediaServices,
  userId: number,
  names: readonly MediaName[],
): Promise<(name: MediaName) => NamedMedia> {
  const fileKeys = names.map((name) => fileKeyOf(services, name))
  const rows = await listNamedMedia(services.database.read, userId, {
    keys: distinct(fileKeys.flatMap((fileKey) => (fileKey && 'key' in fileKey ? [fileKey.key] : []))),
    files: distinct(fileKeys.flatMap((fileKey) => (fileKey && 'file' in fileKey ? [fileKey.file] : []))),
  })
  const found = new Map<string, NamedMedia>()
  for (const row of rows) {
    const named = await stateOf(services, row)
    found.set(row.key, named)
    found.set(row.file, named)
  }
  return (name) => {
    const fileKey = fileKeyOf(services, name)
    const known = fileKey && found.get('key' in fileKey ? fileKey.key : fileKey.file)
    return known ?? { state: 'not_hosted' }
  }
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)]

const fileKeyOf = ({ media }: MediaServices, name: MediaName) =>
  'storageKey' in name ? { key: name.storageKey } : media.named(name.url)

async function stateOf(services: MediaServices, row: MediaRow): Promise<NamedMedia> {
  const { key, file, facts, alt_text: altText } = row
  if (facts !== null)
    return { state: 'ready', key, altText, media: { file, facts, url: services.media.publicUrl(key, file) } }
  try {
    const ready = await readyMedia(services, key)
    const url = services.media.publicUrl(key, ready?.file ?? file)
    if (ready) return { state: 'ready', key, altText, media: { file: ready.file, facts: ready.facts, url } }
    return { state: 'awaited', key, altText, media: { file, url, facts: announced(row) } }
  } catch (error) {
    if (error instanceof MediaRefused) return { state: 'refused', code: error.code, message: error.message }
    if (error instanceof TooLarge) return { state: 'refused', code: 'too_large', message: error.message }
    throw mediaFault(error)
  }
}

const announced = ({ content_type, size }: MediaRow): StoredMedia['facts'] => ({
  contentType: content_type,
  size,
  width: null,
  height: null,
  rotation: 0,
  seconds: null,
  frameRate: null,
  videoCodec: null,
  audioCodec: null,
  animated: false,
  frames: null,
})
