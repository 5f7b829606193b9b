import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { decodeBmp } from '../../src/media/convert/bmp-pixels.ts'
import { CannotConvert, type ConversionFault, shrinkImage, toJpeg } from '../../src/media/convert/image.ts'
import { MediaRefused, memorySource } from '../../src/media/probe/probe.ts'
import { type BmpForm, bmpPalette, writeBmp } from './bmp-writer.ts'
import { animatedGif, animatedPng, animatedWebp, claimingPng, film, height, noise, picture, width } from './fixtures.ts'

const red = [255, 0, 0]
const blue = [0, 0, 255]
const white = [255, 255, 255]

/** The colour of a pixel, to be compared with what JPEG makes of it. */
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

describe('an image becomes a JPEG that shows the same', () => {
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => (row < height / 2 && column < width / 2 ? 1 : 2)),
  )
  for (const [name, made] of Object.entries({
    JPEG: picture().jpeg({ quality: 100 }),
    PNG: picture().png(),
    'PNG of 16 bits': picture().toColourspace('rgb16').png(),
    WebP: picture().webp({ lossless: true }),
    GIF: picture().gif(),
  }))
    test(name, async () => same(await made.toBuffer()))
  test('BMP', () => same(writeBmp(rows, { bits: 24 })))

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

  test('what is transparent becomes white', async () => {
    for (const file of [picture(4, 0).png(), picture(4, 0).webp({ lossless: true, exact: true })])
      isNear(await colourAt((await toJpeg(memorySource(await file.toBuffer()))).bytes, 5, 5), white)
  })

  test('it is turned as its EXIF says, and says nothing about it any more', async () => {
    // Where the upper left quarter goes, for each of the eight orientations.
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

  test('its colours are brought from its own profile to sRGB, and its metadata is gone', async () => {
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

  test('an image that would lose its motion is left alone', async () => {
    for (const file of [await animatedGif(), await animatedWebp(), animatedPng()])
      await refuses(toJpeg(memorySource(file)), 'not_convertible')
  })
  test('a video is left alone', () => refuses(toJpeg(memorySource(film('plain.mp4'))), 'not_convertible'))
  test('an image of more pixels than can be held is left alone', () =>
    refuses(toJpeg(memorySource(claimingPng(16_000, 16_000))), 'too_large'))
  test('a damaged image is refused as such', () =>
    assert.rejects(toJpeg(memorySource(Buffer.from('BM nothing'))), MediaRefused))
})

describe('an image is made smaller until it fits', () => {
  const large = noise(800, 600).png().toBuffer()

  for (const maxBytes of [200_000, 50_000, 10_000])
    test(`into ${maxBytes} bytes`, async () => {
      const { bytes, width: wide, height: high } = await shrinkImage(memorySource(await large), maxBytes)
      assert.ok(bytes.length <= maxBytes && bytes.length > maxBytes / 4, `${bytes.length} bytes`)
      assert.ok(Math.abs(wide / high - 4 / 3) < 0.05)
    })
  test('one that fits by quality alone keeps its size', async () => {
    const { bytes } = await toJpeg(memorySource(await large))
    const { width: wide } = await shrinkImage(memorySource(await large), bytes.length - 1)
    assert.equal(wide, 800)
  })
  test('where nothing would be seen any more it fails', async () =>
    refuses(shrinkImage(memorySource(await large), 300), 'cannot_fit'))
})

describe('every form of BMP is read', () => {
  const pixels = [
    [0, 1, 2, 1, 0],
    [1, 1, 1, 0, 0],
    [2, 0, 1, 2, 2],
  ]
  const twoColours = pixels.map((row) => row.map((index) => Math.min(index, 1)))
  const forms: Readonly<Record<string, BmpForm>> = {
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
  for (const [name, form] of Object.entries(forms))
    test(name, async () => {
      const rows = form.bits === 1 ? twoColours : pixels
      assert.deepEqual(await coloursOf(writeBmp(rows, form)), colours(rows))
    })

  // Each row from the bottom: pixels one by one, runs, pixels one by one; after each its end, and the image's.
  const runs = {
    8: ['0005 02 00 01 02 02 00', '0000', '03 01 02 00', '0000', '0005 00 01 02 01 00 00', '0000', '0001'],
    4: ['0005 20 12 20 00', '0000', '03 11 02 00', '0000', '0005 01 21 00 00', '0000', '0001'],
  }
  for (const bits of [4, 8] as const)
    test(`${bits} bits in runs`, async () => {
      const form = { bits, compression: bits === 8 ? 1 : 2, runs: fromHex(runs[bits]) }
      assert.deepEqual(await coloursOf(writeBmp(pixels, form)), colours(pixels))
    })
  test('pixels that the runs leave out show nothing', async () => {
    const { data } = await decodeBmp(
      writeBmp(pixels, { bits: 8, compression: 1, runs: fromHex(['01 01', '0002 01 01', '01 01', '0001']) }),
    )
    const alphas = Array.from({ length: 15 }, (_, pixel) => data[pixel * 4 + 3])
    assert.deepEqual(alphas, [0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0])
  })
  test('runs that never end are refused', () =>
    assert.rejects(decodeBmp(writeBmp(pixels, { bits: 8, compression: 1, runs: Buffer.of(5, 1) })), MediaRefused))

  const fromHex = (parts: readonly string[]): Buffer => Buffer.from(parts.join('').replaceAll(' ', ''), 'hex')
  const colours = (rows: readonly (readonly number[])[]) =>
    rows.flat().map((index) => [...(bmpPalette[index] ?? []), 255])
  async function coloursOf(file: Buffer): Promise<number[][]> {
    const { data } = await decodeBmp(file)
    return Array.from({ length: data.length / 4 }, (_, pixel) => [...data.subarray(pixel * 4, pixel * 4 + 4)])
  }
})
