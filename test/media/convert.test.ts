import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { CannotConvert, type ConversionFault, toJpeg } from '../../src/media/convert/image.ts'
import { MediaRefused, memorySource } from '../../src/media/probe/probe.ts'
import { animatedGif, animatedPng, animatedWebp, claimingPng, film, height, noise, picture, width } from './fixtures.ts'

const red = [255, 0, 0]
const blue = [0, 0, 255]
const white = [255, 255, 255]

/** The colour of a pixel, to compare with the JPEG. */
async function colourAt(image: Buffer, column: number, row: number): Promise<number[]> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray((row * info.width + column) * info.channels).subarray(0, 3)]
}

const isNear = (found: readonly number[], wanted: readonly number[]) =>
  assert.ok(
    wanted.every((value, channel) => Math.abs(value - (found[channel] ?? 0)) <= 12),
    `${found} is not near ${wanted}`,
  )

const refuses = (made: Promise<unknown>, code: ConversionFault) =>
  assert.rejects(made, (error: unknown) => {
    assert.ok(error instanceof CannotConvert, String(error))
    assert.match(error.message, /^[A-Z].+\.$/)
    return error.code === code
  })

describe('an image becomes a JPEG with the same content', () => {
  for (const [name, made] of Object.entries({
    JPEG: picture().jpeg({ quality: 100 }),
    PNG: picture().png(),
    'PNG of 16 bits': picture().toColourspace('rgb16').png(),
    WebP: picture().webp({ lossless: true }),
    GIF: picture().gif(),
  }))
    test(name, async () => same(await made.toBuffer()))

  async function same(file: Buffer): Promise<void> {
    const before = Buffer.from(file)
    const { bytes, contentType, width: wide, height: high } = await toJpeg(memorySource(file))
    const metadata = await sharp(bytes).metadata()
    assert.deepEqual([contentType, metadata.format, wide, high], ['image/jpeg', 'jpeg', width, height])
    assert.deepEqual([metadata.width, metadata.height, metadata.space], [width, height, 'srgb'])
    isNear(await colourAt(bytes, 5, 5), red)
    isNear(await colourAt(bytes, 5, 25), blue)
    assert.deepEqual(file, before, 'the original was changed')
  }

  test('transparent parts become white', async () => {
    for (const file of [picture(4, 0).png(), picture(4, 0).webp({ lossless: true, exact: true })])
      isNear(await colourAt((await toJpeg(memorySource(await file.toBuffer()))).bytes, 5, 5), white)
  })

  test('it is rotated as its EXIF says, and the EXIF is removed', async () => {
    // The position of the upper left quarter for each of the eight orientations.
    const corners = [
      [5, 5],
      [35, 5],
      [35, 25],
      [5, 25],
      [5, 5],
      [25, 5],
      [25, 35],
      [5, 35],
    ]
    for (const [index, [column = 0, row = 0]] of corners.entries()) {
      const file = await picture()
        .withMetadata({ orientation: index + 1 })
        .jpeg({ quality: 100 })
        .toBuffer()
      const { bytes, ...size } = await toJpeg(memorySource(file))
      const turned = index >= 4
      assert.deepEqual([size.width, size.height], turned ? [height, width] : [width, height])
      isNear(await colourAt(bytes, column, row), red)
      isNear(await colourAt(bytes, size.width - column, size.height - row), blue)
      assert.equal((await sharp(bytes).metadata()).orientation, undefined)
    }
  })

  test('its colours are converted from its own profile to sRGB, and its metadata is removed', async () => {
    const wide = await sharp({ create: { width, height, channels: 3, background: '#c86432' } })
      .withIccProfile('p3')
      .withExifMerge({ IFD0: { Copyright: 'somebody', Artist: 'at home' } })
      .png()
      .toBuffer()
    assert.ok((await sharp(wide).metadata()).icc && (await sharp(wide).metadata()).exif)
    const { bytes } = await toJpeg(memorySource(wide))
    const { exif, icc, xmp } = await sharp(bytes).metadata()
    assert.deepEqual([exif, icc, xmp], [undefined, undefined, undefined])
    isNear(await colourAt(bytes, 5, 5), [200, 100, 50])
  })

  test('an animated image is not converted', async () => {
    for (const file of [await animatedGif(), await animatedWebp(), animatedPng()])
      await refuses(toJpeg(memorySource(file)), 'not_convertible')
  })
  test('a video is not converted', () => refuses(toJpeg(memorySource(film('plain.mp4'))), 'not_convertible'))
  test('an image with more pixels than fit in memory is not converted', () =>
    refuses(toJpeg(memorySource(claimingPng(16_000, 16_000))), 'too_large'))
  test('a damaged image is refused as damaged', () =>
    assert.rejects(toJpeg(memorySource(Buffer.from('BM nothing'))), MediaRefused))
})

describe('an image is reduced until it fits', () => {
  const large = noise(800, 600).png().toBuffer()

  for (const maxBytes of [200_000, 50_000, 10_000])
    test(`in ${maxBytes} bytes`, async () => {
      const { bytes, width: wide, height: high } = await toJpeg(memorySource(await large), { maxBytes })
      assert.ok(bytes.length <= maxBytes && bytes.length > maxBytes / 4, `${bytes.length} bytes`)
      assert.ok(Math.abs(wide / high - 4 / 3) < 0.05)
    })
  test('one that fits by lower quality keeps its size', async () => {
    const { bytes } = await toJpeg(memorySource(await large))
    const { width: wide } = await toJpeg(memorySource(await large), { maxBytes: bytes.length - 1 })
    assert.equal(wide, 800)
  })
  test('if nothing would be recognizable any more, it fails', async () =>
    refuses(toJpeg(memorySource(await large), { maxBytes: 300 }), 'cannot_fit'))
})
