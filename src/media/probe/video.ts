import type { MediaType } from '../../domain/media-types.ts'
import { probeAvi } from './avi.ts'
import { type ByteSource, Bytes } from './bytes.ts'
import { probeContainer } from './container.ts'
import { checkSegment } from './ebml-size.ts'
import { checkBoxes } from './isobmff-boxes.ts'
import { probeMpeg } from './mpeg.ts'
import { corrupt } from './refused.ts'
import type { VideoFacts } from './video-facts.ts'

export async function probeVideo(source: ByteSource, type: MediaType): Promise<VideoFacts> {
  const facts = await readFacts(source, type)
  if (!facts.width || !facts.height) throw corrupt('the video has no width or height')
  return facts
}

async function readFacts(source: ByteSource, type: MediaType): Promise<VideoFacts> {
  switch (type) {
    case 'video/mp4':
    case 'video/quicktime':
      await checkBoxes(new Bytes(source))
      return probeContainer(source, 'isobmff')
    case 'video/webm':
    case 'video/x-matroska':
      await checkSegment(new Bytes(source))
      return probeContainer(source, 'matroska')
    case 'video/x-msvideo':
      return probeAvi(new Bytes(source))
    case 'video/mpeg':
      return probeMpeg(source)
    default:
      throw new Error(`${type} is no type of video.`)
  }
}
