import { isMediaType, type MediaType, mediaTypes } from '../../domain/media-types.ts'
import { typeList } from '../../domain/rule-words.ts'
import { type ByteSource, readExactly } from './bytes.ts'
import { MediaRefused } from './refused.ts'

/** The part at the beginning of a file that its type is detected from. */
const sniffBytes = 64 * 1024

/** The types that we accept, by their names in file-type, which reads only the first bytes. */
const known: Readonly<Record<string, MediaType>> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'image/bmp': 'image/bmp',
  'image/gif': 'image/gif',
  'video/mp4': 'video/mp4',
  // Apple's variant of MP4: the same boxes, and every MP4 player plays it.
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/webm': 'video/webm',
  'video/matroska': 'video/x-matroska',
  'video/vnd.avi': 'video/x-msvideo',
  'video/mpeg': 'video/mpeg',
  'video/MP1S': 'video/mpeg',
  'video/MP2P': 'video/mpeg',
  'video/mp2t': 'video/mpeg',
}

/** Other names of JPEG that the API accepts. */
const sameAs: Readonly<Record<string, MediaType>> = { 'image/jpg': 'image/jpeg', 'image/pjpeg': 'image/jpeg' }

/** Whether the announced type `claimed` includes the detected type `real`. */
export const isSameType = (claimed: string, real: MediaType): boolean => (sameAs[claimed] ?? claimed) === real

const accepted = typeList(Object.keys(mediaTypes).filter(isMediaType))

/** Detects the type of a file from its bytes. */
export async function sniff(source: ByteSource): Promise<MediaType> {
  const head = await readExactly(source, 0, Math.min(sniffBytes, source.size))
  const mime = await mimeOf(head)
  const type = mime === null ? undefined : known[mime]
  if (type) return type
  const what =
    mime === null
      ? 'The file is not an image or a video.'
      : `The file is of the type ${mime}, which cannot be published.`
  throw new MediaRefused('unsupported_type', `${what} Accepted types: ${accepted}.`)
}

async function mimeOf(head: Buffer): Promise<string | null> {
  // Loaded for the first file.
  const { fileTypeFromBuffer } = await import('file-type')
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? null
  } catch {
    return null
  }
}
