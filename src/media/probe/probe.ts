import type { MediaFacts } from '../../domain/media-facts.ts'
import { type MediaType, mediaTypes } from '../../domain/media-types.ts'
import type { ByteSource } from './bytes.ts'
import { MediaRefused } from './refused.ts'
import { sniff } from './sniff.ts'

export { type ByteSource, memorySource } from './bytes.ts'
export { MediaRefused, type RefusalCode } from './refused.ts'
export { isSameType } from './sniff.ts'

/**
 * Detects what a file really is, from its bytes alone. Rejects with `MediaRefused` if the media host does not accept the
 * file, or if it is incomplete. Time and memory are limited for any content; errors of the store are passed on.
 */
export async function probe(source: ByteSource): Promise<MediaFacts> {
  if (source.size === 0) throw new MediaRefused('empty', 'The file is empty.')
  const contentType = await sniff(source)
  return { contentType, size: source.size, ...(await measure(source, contentType)) }
}

/** The libraries need some megabytes, so a process without uploads never loads them. */
async function measure(source: ByteSource, contentType: MediaType) {
  if (mediaTypes[contentType] !== 'video') return (await import('./image.ts')).probeImage(source, contentType)
  const { probeVideo } = await import('./video.ts')
  return { ...(await probeVideo(source, contentType)), animated: false, frames: null }
}
