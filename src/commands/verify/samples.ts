import { createCipheriv } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { loadSharp } from '../../media/sharp.ts'

export interface Sample {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

const sampleVideo = new URL('../../sandbox/sample.mp4', import.meta.url)

/** A small JPEG, which every platform with pictures accepts. */
export async function smallPicture(): Promise<Sample> {
  const sharp = await loadSharp()
  const bytes = await sharp({ create: { width: 1080, height: 1080, channels: 3, background: '#1f4e79' } })
    .composite([{ input: { create: { width: 540, height: 540, channels: 3, background: '#f2b134' } } }])
    .jpeg()
    .toBuffer()
  return { filename: 'polypost-test.jpg', contentType: 'image/jpeg', bytes }
}

export const smallVideo = async (): Promise<Sample> => ({
  filename: 'polypost-test.mp4',
  contentType: 'video/mp4',
  bytes: await readFile(sampleVideo),
})

/** A PNG of about this size: pixels without a pattern cannot be compressed. */
export async function largePicture(size: number): Promise<Sample> {
  const side = Math.floor(Math.sqrt(size / 3))
  const noise = createCipheriv('aes-256-ctr', Buffer.alloc(32), Buffer.alloc(16)).update(Buffer.alloc(side * side * 3))
  const sharp = await loadSharp()
  const bytes = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { filename: 'polypost-test-large.png', contentType: 'image/png', bytes }
}

/** The small video with unused space at its end, which MP4 allows. */
export async function largeVideo(size: number): Promise<Sample> {
  const { bytes, ...video } = await smallVideo()
  const space = Buffer.alloc(size - bytes.byteLength)
  space.writeUInt32BE(space.byteLength)
  space.write('free', 4)
  return { ...video, filename: 'polypost-test-large.mp4', bytes: Buffer.concat([bytes, space]) }
}
