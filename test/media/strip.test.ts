import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { memorySource, probe } from '../../src/media/probe/probe.ts'
import { stripJpeg } from '../../src/media/strip.ts'
import { noise, picture } from './fixtures.ts'

const place = { IFD0: { Make: 'Camera of Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } }

const photo = (orientation?: number, options: Parameters<ReturnType<typeof picture>['jpeg']>[0] = {}) =>
  noise(64, 48)
    .jpeg(options)
    .withExif(place)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Ada was here</x:xmpmeta>')
    .withMetadata(orientation === undefined ? {} : { orientation })
    .toBuffer()

const pixels = (file: Buffer) => sharp(file).raw().toBuffer()

describe('a JPEG loses the metadata of its camera, and nothing else', () => {
  const cases: readonly (readonly [what: string, orientation: number | undefined, options: object])[] = [
    ['upright', undefined, {}],
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((turn) => [`turned ${turn}`, turn, {}] as const),
    ['progressive', 6, { progressive: true }],
  ]
  for (const [what, orientation, options] of cases)
    test(what, async () => {
      const file = await photo(orientation, options)
      assert.ok(file.includes('Camera of Ada') && file.includes('Ada was here'))
      const stripped = stripJpeg(file)
      const { exif, xmp, icc, orientation: turned } = await sharp(stripped).metadata()
      assert.deepEqual([xmp, turned ?? 1], [undefined, orientation ?? 1])
      assert.ok(!exif || exif.length < 40)
      assert.ok(!/Ada|GPS/.test(stripped.toString('latin1')))
      assert.deepEqual(icc, (await sharp(file).metadata()).icc)
      assert.deepEqual(await pixels(stripped), await pixels(file))
      const [before, after] = [await probe(memorySource(file)), await probe(memorySource(stripped))]
      assert.deepEqual({ ...after, size: 0 }, { ...before, size: 0 })
      assert.ok(stripJpeg(stripped).equals(stripped), 'it is the same file whenever it is sent')
    })
})

test('the colour profile stays', async () => {
  const file = await picture().jpeg().withIccProfile('p3').withExif(place).toBuffer()
  assert.deepEqual((await sharp(stripJpeg(file)).metadata()).icc, (await sharp(file).metadata()).icc)
})

test('comments, and data after the end of the image, are left out', async () => {
  const file = await picture().jpeg().toBuffer()
  const comment = Buffer.from('\xff\xfe\x00\x08Secret', 'latin1')
  const hung = Buffer.concat([file.subarray(0, 2), comment, file.subarray(2), await photo()])
  assert.ok(stripJpeg(hung).equals(stripJpeg(file)))
})

test('a file of another type stays as it is', async () => {
  for (const file of [await picture().png().toBuffer(), await picture().webp().toBuffer(), Buffer.alloc(0)])
    assert.ok(stripJpeg(file).equals(file))
})

test('a truncated or malformed file causes no error', async () => {
  const file = await photo(6)
  for (let length = 0; length < file.length; length += 7) stripJpeg(file.subarray(0, length))
  for (let at = 2; at < 2_000; at += 1) {
    const odd = Buffer.from(file)
    odd[at] = 0xff
    stripJpeg(odd)
  }
})
