import type { MediaFacts } from '../domain/media-facts.ts'
import { mediaTypes } from '../domain/media-types.ts'
import type { ByteSource } from './bytes.ts'
import { probeImage } from './probe-image.ts'
import { probeVideo } from './probe-video.ts'
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
  const facts =
    mediaTypes[contentType] === 'video'
      ? { ...(await probeVideo(source, contentType)), animated: false, frames: null }
      : await probeImage(source, contentType)
  return { contentType, size: source.size, ...facts }
}
