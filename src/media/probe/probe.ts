import type { MediaFacts } from '../../domain/media-facts.ts'
import { type MediaType, mediaTypes } from '../../domain/media-types.ts'
import type { ByteSource } from './bytes.ts'
import { MediaRefused } from './refused.ts'
import { sniff } from './sniff.ts'

export { type ByteSource, memorySource } from './bytes.ts'
export { MediaRefused, type RefusalCode } from './refused.ts'
export { isSameType } from './sniff.ts'

/**
 * What a file really is, by its bytes alone. Rejects with `MediaRefused` where it is none that the media host takes, or
 * not whole. Time and memory are bounded, whatever the file says of itself; a failing store's error goes through.
 */
export async function probe(source: ByteSource): Promise<MediaFacts> {
  if (source.size === 0) throw new MediaRefused('empty', 'The file is empty.')
  const contentType = await sniff(source)
  return { contentType, size: source.size, ...(await measure(source, contentType)) }
}

/** What measures is some megabytes of libraries, which a process without uploads never loads. */
async function measure(source: ByteSource, contentType: MediaType) {
  if (mediaTypes[contentType] !== 'video') return (await import('./image.ts')).probeImage(source, contentType)
  const { probeVideo } = await import('./video.ts')
  return { ...(await probeVideo(source, contentType)), animated: false, frames: null }
}
