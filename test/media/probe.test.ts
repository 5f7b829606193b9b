import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import type { MediaFacts } from '../../src/domain/media-facts.ts'
import { isSameType, MediaRefused, memorySource, probe } from '../../src/media/probe/probe.ts'
import { type BmpForm, writeBmp } from './bmp-writer.ts'
import { animatedGif, animatedPng, animatedWebp, film, height, picture, width } from './fixtures.ts'

const still = {
  width,
  height,
  rotation: 0,
  seconds: null,
  frameRate: null,
  videoCodec: null,
  audioCodec: null,
  animated: false,
  frames: 1,
}
const moving = { ...still, animated: true, frames: 3, seconds: 0.3 }
const shot = {
  ...still,
  width: 64,
  height: 36,
  frames: null,
  seconds: 1,
  frameRate: 10,
  videoCodec: 'h264',
  audioCodec: 'aac',
}

const bmpOf = (form: BmpForm): Buffer =>
  writeBmp(
    Array.from({ length: height }, () => Array.from({ length: width }, () => 1)),
    form,
  )

const bmpForms: Readonly<Record<string, BmpForm>> = {
  '1 bit': { bits: 1 },
  '4 bits': { bits: 4 },
  '8 bits': { bits: 8 },
  '8 bits of OS/2': { bits: 8, headerBytes: 12 },
  '16 bits': { bits: 16 },
  '16 bits by masks': { bits: 16, compression: 3, masks: [0xf800, 0x7e0, 0x1f] },
  '24 bits': { bits: 24 },
  '24 bits of OS/2': { bits: 24, headerBytes: 12 },
  '24 bits from the top': { bits: 24, topDown: true },
  '24 bits with the longest header': { bits: 24, headerBytes: 124 },
  '32 bits': { bits: 32 },
  '32 bits by masks': { bits: 32, compression: 3, masks: [0xff000000, 0xff0000, 0xff00] },
  '32 bits with transparency': { bits: 32, compression: 6, masks: [0xff0000, 0xff00, 0xff, 0xff000000] },
}

const files: readonly (readonly [name: string, file: Buffer, facts: Omit<MediaFacts, 'size'>])[] = [
  ['a JPEG', await picture().jpeg().toBuffer(), { ...still, contentType: 'image/jpeg' }],
  [
    'a progressive JPEG',
    await picture().jpeg({ progressive: true }).toBuffer(),
    { ...still, contentType: 'image/jpeg' },
  ],
  ['a PNG', await picture(4, 100).png().toBuffer(), { ...still, contentType: 'image/png' }],
  ['a lossy WebP', await picture().webp().toBuffer(), { ...still, contentType: 'image/webp' }],
  ['a lossless WebP', await picture().webp({ lossless: true }).toBuffer(), { ...still, contentType: 'image/webp' }],
  ['a WebP with transparency', await picture(4, 100).webp().toBuffer(), { ...still, contentType: 'image/webp' }],
  ['a still GIF', await picture().gif().toBuffer(), { ...still, contentType: 'image/gif' }],
  ...Object.entries(bmpForms).map(
    ([name, form]) => [`a BMP of ${name}`, bmpOf(form), { ...still, contentType: 'image/bmp' }] as const,
  ),
  ['an animated PNG', animatedPng(), { ...moving, contentType: 'image/png' }],
  ['an animated WebP', await animatedWebp(), { ...moving, contentType: 'image/webp' }],
  ['an animated GIF', await animatedGif(), { ...moving, contentType: 'image/gif' }],
  ['an MP4', film('plain.mp4'), { ...shot, contentType: 'video/mp4' }],
  ['an MP4 with its index at the end', film('tail-index.mp4'), { ...shot, contentType: 'video/mp4' }],
  ['a rotated MP4', film('rotated.mp4'), { ...shot, contentType: 'video/mp4', rotation: 270 }],
  // Its video begins 0.2 seconds after its audio, which only the edit list of a complete index contains.
  ['an MP4 in fragments', film('fragmented.mp4'), { ...shot, contentType: 'video/mp4', seconds: 1.2 }],
  [
    'an MP4 with older pictures and no sound',
    film('silent-mpeg4.mp4'),
    { ...shot, contentType: 'video/mp4', videoCodec: 'mpeg4', audioCodec: null },
  ],
  ["Apple's brand of MP4", film('plain.m4v'), { ...shot, contentType: 'video/mp4' }],
  ['a QuickTime video', film('plain.mov'), { ...shot, contentType: 'video/quicktime' }],
  [
    'a WebM',
    film('plain.webm'),
    { ...shot, contentType: 'video/webm', seconds: 1.008, videoCodec: 'vp9', audioCodec: 'opus' },
  ],
  [
    'a WebM of unknown length, as browsers record it',
    film('recorded.webm'),
    { ...shot, contentType: 'video/webm', seconds: 1.01, videoCodec: 'vp9', audioCodec: 'opus' },
  ],
  ['a Matroska video', film('plain.mkv'), { ...shot, contentType: 'video/x-matroska', seconds: 1.046 }],
  [
    'an AVI',
    film('plain.avi'),
    { ...shot, contentType: 'video/x-msvideo', seconds: 1.1, videoCodec: 'mpeg4', audioCodec: 'mp3' },
  ],
  [
    'an MPEG-1 program stream',
    film('plain.mpg'),
    { ...shot, contentType: 'video/mpeg', frameRate: 25, videoCodec: 'mpeg1video', audioCodec: 'mp2' },
  ],
  [
    'an MPEG-2 program stream of a DVD',
    film('plain.vob'),
    { ...shot, contentType: 'video/mpeg', frameRate: 25, videoCodec: 'mpeg2video', audioCodec: 'ac3' },
  ],
  [
    'MPEG-2 pictures alone',
    film('plain.m2v'),
    { ...shot, contentType: 'video/mpeg', seconds: null, frameRate: 25, videoCodec: 'mpeg2video', audioCodec: null },
  ],
  [
    'an MPEG-2 transport stream',
    film('mpeg2.mpegts'),
    { ...shot, contentType: 'video/mpeg', seconds: 0.96, frameRate: 25, videoCodec: 'mpeg2video', audioCodec: 'mp2' },
  ],
  ['a transport stream of H.264', film('h264.mpegts'), { ...shot, contentType: 'video/mpeg' }],
  // Its audio is marked as private, whatever it is.
  ['a transport stream of a camera', film('plain.m2ts'), { ...shot, contentType: 'video/mpeg', audioCodec: null }],
]

/** Nothing in the file declares its end, so a part of it can be a complete file. */
const openEnded = [
  'recorded.webm',
  'plain.mpg',
  'plain.vob',
  'plain.m2v',
  'mpeg2.mpegts',
  'h264.mpegts',
  'plain.m2ts',
].map(film)

const refusal = async (file: Uint8Array): Promise<MediaRefused | MediaFacts> => {
  try {
    return await probe(memorySource(file))
  } catch (error) {
    if (error instanceof MediaRefused) return error
    throw error
  }
}

describe('the type of a file is decided by its bytes', () => {
  for (const [name, file, facts] of files)
    test(name, async () => {
      assert.deepEqual(await probe(memorySource(file)), { ...facts, size: file.length })
    })

  test('a JPEG, a PNG and a WebP are rotated as their EXIF says, and nothing else changes', async () => {
    const degrees = [0, 0, 180, 180, 270, 90, 90, 270]
    for (const [index, rotation] of degrees.entries()) {
      const turned = picture().withMetadata({ orientation: index + 1 })
      for (const file of [turned.clone().jpeg(), turned.clone().png(), turned.clone().webp()]) {
        const facts = await probe(memorySource(await file.toBuffer()))
        assert.deepEqual({ ...facts, size: 0, contentType: '' }, { ...still, size: 0, contentType: '', rotation })
      }
    }
  })

  test('data after the end of an image does not change its type', async () => {
    for (const [, file, facts] of files.filter(([, , { contentType }]) => contentType.startsWith('image/'))) {
      const longer = Buffer.concat([file, Buffer.from('<script>alert(1)</script>'.repeat(20))])
      assert.deepEqual(await probe(memorySource(longer)), { ...facts, size: longer.length })
    }
  })

  test('the size of an image equals that of the image library', async () => {
    for (const [, file, facts] of files.filter(([, , { contentType }]) => /jpeg|png|webp|gif/.test(contentType))) {
      const metadata = await sharp(file).metadata()
      assert.deepEqual([metadata.width, metadata.height], [facts.width, facts.height])
    }
  })

  test('the two other names of JPEG declare a JPEG; no other type has an alias', () => {
    for (const claimed of ['image/jpeg', 'image/jpg', 'image/pjpeg']) assert.ok(isSameType(claimed, 'image/jpeg'))
    assert.ok(!isSameType('image/jpg', 'image/png'))
    assert.ok(!isSameType('video/quicktime', 'video/mp4'))
    assert.ok(isSameType('video/quicktime', 'video/quicktime'))
  })
})

describe('a truncated file is refused, wherever it was cut', () => {
  const cuts = [0.001, 0.01, 0.1, 0.25, 0.4, 0.5, 0.65, 0.8, 0.95]
  for (const [name, file, facts] of files)
    test(name, async () => {
      for (const length of [...cuts.map((cut) => Math.ceil(file.length * cut)), file.length - 1]) {
        const found = await refusal(file.subarray(0, length))
        if (found instanceof MediaRefused) {
          assert.match(found.message, /^(The|By) .+\.$/)
          continue
        }
        assert.ok(
          openEnded.some((open) => open.equals(file)),
          `cut to ${length} of ${file.length} it was taken as whole`,
        )
        const { seconds, frameRate, audioCodec, ...rest } = found
        const { seconds: whole, frameRate: rate, audioCodec: sound, ...told } = facts
        assert.deepEqual(rest, { ...told, size: length })
        assert.ok(seconds === null || (seconds > 0 && seconds <= (whole ?? 0)), `${seconds} seconds`)
        assert.ok(frameRate === null || frameRate === rate)
        assert.ok(audioCodec === null || audioCodec === sound)
      }
    })
})
