import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { MediaRefused, memorySource, probe } from '../../src/media/probe/probe.ts'
import { writeBmp } from './bmp-writer.ts'
import { animatedGif, animatedPng, animatedWebp, film, picture } from './fixtures.ts'

const row = Array.from({ length: 40 }, () => 1)
const images = [
  await picture().jpeg().toBuffer(),
  await picture().jpeg({ progressive: true }).toBuffer(),
  await picture().png().toBuffer(),
  await picture().webp().toBuffer(),
  await picture().webp({ lossless: true }).toBuffer(),
  await picture().gif().toBuffer(),
  writeBmp(
    Array.from({ length: 30 }, () => row),
    { bits: 8 },
  ),
  await animatedGif(),
  await animatedWebp(),
  animatedPng(),
]

describe('any bytes are either measured or refused', () => {
  const own = ['plain.avi', 'plain.mpg', 'plain.vob', 'plain.m2v', 'mpeg2.mpegts'].map(film)
  const indexed = ['plain.mp4', 'fragmented.mp4', 'plain.mov', 'plain.webm', 'plain.mkv', 'plain.m2ts'].map(film)

  const measuredOrRefused = async (file: Uint8Array): Promise<void> => {
    try {
      const { size, width, height } = await probe(memorySource(file))
      assert.ok(size === file.length && Number(width) > 0 && Number(height) > 0)
    } catch (error) {
      assert.ok(error instanceof MediaRefused, error instanceof Error ? error.stack : String(error))
    }
  }
  const headOf = (files: readonly Buffer[]) => fc.constantFrom(...files.map((file) => file.subarray(0, 64)))
  const bytes = fc.uint8Array({ maxLength: 2_000, size: 'max' })
  // Evenly distributed, so that changes hit all parts of a file, not mostly its first bytes.
  const place = fc.noBias(fc.nat(1_000_000))
  const changes = fc.array(fc.tuple(place, fc.noBias(fc.nat(255))), { minLength: 1, maxLength: 6 })
  const changed = (files: readonly Buffer[]) =>
    fc.tuple(fc.constantFrom(...files), changes).map(([file, edits]) => {
      const copy = Buffer.from(file)
      for (const [at, value] of edits) copy[at % copy.length] = value
      return copy
    })

  test('random bytes', () => fc.assert(fc.asyncProperty(bytes, measuredOrRefused), { numRuns: 200 }))
  const behind = (files: readonly Buffer[]) =>
    fc
      .tuple(headOf(files), fc.nat(64), bytes)
      .map(([head, length, rest]) => Buffer.concat([head.subarray(0, length), rest]))

  test('random bytes after the start of a real file', async () => {
    await fc.assert(fc.asyncProperty(behind([...images, ...own]), measuredOrRefused), { numRuns: 200 })
    await fc.assert(fc.asyncProperty(behind(indexed), measuredOrRefused), { numRuns: 15 })
  })
  test('images with a few bytes changed', () =>
    fc.assert(fc.asyncProperty(changed(images), measuredOrRefused), { numRuns: 300 }))
  test('videos that our own reader reads, with a few bytes changed', () =>
    fc.assert(fc.asyncProperty(changed(own), measuredOrRefused), { numRuns: 200 }))
  test('videos that mediabunny reads, with a few bytes changed', () =>
    fc.assert(fc.asyncProperty(changed(indexed), measuredOrRefused), { numRuns: 25 }))
})
