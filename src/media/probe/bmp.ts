import { bmpHeadBytes, readBmpHeader } from './bmp-header.ts'
import type { Bytes } from './bytes.ts'
import type { ImageFacts } from './image-facts.ts'

export async function probeBmp(bytes: Bytes): Promise<ImageFacts> {
  const { width, height, pixelsAt, pixelBytes } = readBmpHeader(await bytes.upTo(0, bmpHeadBytes))
  // Compressed pixels that do not say their length have at least an end mark.
  const end = pixelsAt + (pixelBytes ?? 2)
  await bytes.at(end - 1, 1)
  return { width, height, rotation: 0, frames: 1, seconds: null }
}
