import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { probeContainer } from '../../src/media/probe/container.ts'
import { MediaRefused, memorySource, probe, type RefusalCode } from '../../src/media/probe/probe.ts'
import { writeBmp } from './bmp-writer.ts'
import { claimingPng, film, picture, pngSignature, sparseSource, tinyFramesGif } from './fixtures.ts'

const gigabyte = 1024 ** 3
const html = Buffer.from(`<!doctype html><script>alert(1)</script>${'<p>not a picture</p>'.repeat(500)}`)
const jpeg = await picture().jpeg().toBuffer()
const png = await picture().png().toBuffer()
const webp = await picture().webp().toBuffer()
const lossless = await picture().webp({ lossless: true }).toBuffer()
const gif = await picture().gif().toBuffer()
const bmp = writeBmp(
  Array.from({ length: 30 }, () => Array.from({ length: 40 }, () => 1)),
  { bits: 8 },
)

const refuses = (file: Uint8Array, ...codes: readonly RefusalCode[]) =>
  assert.rejects(probe(memorySource(file)), (error: unknown) => {
    assert.ok(error instanceof MediaRefused, String(error))
    assert.ok(codes.includes(error.code), `${error.code}: ${error.message}`)
    return true
  })

/** A copy with a number overwritten, this many bytes after a name. */
const patched = (file: Buffer, name: string, offset: number, value: number): Buffer => {
  const copy = Buffer.from(file)
  copy.writeUInt32BE(value, copy.indexOf(name) + offset)
  return copy
}

describe('a file that is not what it claims is refused', () => {
  const others: Readonly<Record<string, Buffer>> = {
    'a web page': html,
    'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'a PDF': Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'),
    'a sound': Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(40)]),
    'an HEIC image': Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'), Buffer.alloc(40)]),
    'an AVIF image': Buffer.concat([Buffer.from('\0\0\0\x18ftypavif\0\0\0\0avifmif1', 'latin1'), Buffer.alloc(40)]),
    'a TIFF': Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), Buffer.alloc(40)]),
    'an archive': Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(60)]),
    'a playlist': Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nfile:///etc/passwd\n'),
    'an MP4 with only audio': film('audio-only.mp4'),
    zeros: Buffer.alloc(10_000),
  }
  for (const [name, file] of Object.entries(others)) test(name, () => refuses(file, 'unsupported_type'))

  test('an empty file', () => refuses(Buffer.alloc(0), 'empty'))

  for (const [name, head] of Object.entries({
    PNG: pngSignature,
    JPEG: jpeg.subarray(0, 3),
    GIF: gif.subarray(0, 6),
    WebP: webp.subarray(0, 16),
    BMP: Buffer.from('BM'),
    MP4: film('plain.mp4').subarray(0, 32),
    QuickTime: film('plain.mov').subarray(0, 20),
    WebM: film('plain.webm').subarray(0, 40),
    AVI: film('plain.avi').subarray(0, 16),
    'program stream': film('plain.mpg').subarray(0, 12),
    'MPEG video': film('plain.m2v').subarray(0, 4),
  }))
    test(`a web page after the first bytes of a ${name}`, () =>
      refuses(Buffer.concat([head, html]), 'corrupt', 'truncated', 'unsupported_type'))
})

describe('damage inside an image is found', () => {
  for (const [name, file] of Object.entries({ jpeg, png, lossless }))
    test(name, () => {
      const damaged = Buffer.from(file)
      damaged.fill(0x55, Math.floor(file.length * 0.55), Math.floor(file.length * 0.9))
      return refuses(damaged, 'corrupt', 'truncated')
    })
})

describe('a file that would unpack beyond the limit is not unpacked', () => {
  test('a PNG of a hundred bytes that claims 50,000 by 50,000 pixels', () => {
    const bomb = claimingPng(50_000, 50_000)
    assert.ok(bomb.length < 200)
    return refuses(bomb, 'too_large_dimensions')
  })
  test('a PNG that claims an uncountable number of pixels', () =>
    refuses(claimingPng(0xffffffff, 0xffffffff), 'too_large_dimensions'))
  test('a PNG without width', () => refuses(claimingPng(0, 10), 'corrupt'))
  test('a GIF with the largest canvas', () => refuses(tinyFramesGif(2, 65_535, 65_535), 'too_large_dimensions'))
  test('a GIF whose frame is larger than its canvas', async () => {
    const wide = tinyFramesGif(1, 1, 1)
    const frame = wide.indexOf(0x2c, 19)
    wide.writeUInt16LE(65_535, frame + 5)
    wide.writeUInt16LE(65_535, frame + 7)
    await refuses(wide, 'too_large_dimensions')
  })
  test('a GIF of 4,000 frames on a large canvas is measured without unpacking every frame', async () => {
    const { frames, width, seconds } = await probe(memorySource(tinyFramesGif(4_000, 3_000, 3_000)))
    assert.deepEqual({ frames, width, seconds }, { frames: 4_000, width: 3_000, seconds: 400 })
  })
  test('a BMP that claims the largest size', async () => {
    const large = Buffer.from(bmp)
    large.writeInt32LE(0x7fffffff, 18)
    large.writeInt32LE(-0x80000000, 22)
    await refuses(large, 'too_large_dimensions', 'truncated')
  })
  test('an image of 5 GB is measured by a part of it, and never loaded whole', async () => {
    const head = Buffer.from(bmp)
    head.writeInt32LE(16_000, 18)
    head.writeInt32LE(16_000, 22)
    const { source, read } = sparseSource(head, 5 * gigabyte)
    assert.equal((await probe(source)).width, 16_000)
    assert.ok(read().bytesRead < 2 * 1024 ** 2, `${read().bytesRead} bytes were read`)
  })
})

describe('the index of a video may be false', () => {
  const mp4 = film('plain.mp4')
  const quick = { silent: 1_000, whole: 20_000 }
  const lies: Readonly<Record<string, Buffer>> = {
    'four billion times for the frames': patched(mp4, 'stts', 12, 0xffffffff),
    'four billion offsets for the frames': patched(mp4, 'ctts', 12, 0xffffffff),
    'four billion frames in a chunk': patched(mp4, 'stsc', 16, 0xfffffff0),
    'four billion entries': patched(mp4, 'stts', 8, 0xffffffff),
  }
  for (const [name, file] of Object.entries(lies))
    test(`${name}: the reader is stopped, and the service continues`, async () => {
      const error = await probeContainer(memorySource(file), 'isobmff', quick).then(
        () => null,
        (fault: unknown) => fault,
      )
      assert.ok(error === null || error instanceof MediaRefused, String(error))
      assert.equal((await probe(memorySource(mp4))).width, 64)
    })

  test('a video of 5 GB is measured by its index, and the rest is not read', async () => {
    const size = 5 * gigabyte
    const at = mp4.indexOf('mdat')
    const head = Buffer.from(mp4)
    // A length of zero means: to the end of the file.
    head.writeUInt32BE(0, at - 4)
    const { source, read } = sparseSource(head, size)
    const facts = await probe(source)
    assert.deepEqual([facts.size, facts.width, facts.seconds, facts.frameRate], [size, 64, 1, 10])
    assert.ok(read().bytesRead < 4 * 1024 ** 2, `${read().bytesRead} bytes were read`)
  })

  test('an index that claims gigabytes is not loaded, though the file has them', async () => {
    for (const head of [
      patched(film('tail-index.mp4'), 'mdat', -4, 0xc0000000),
      patched(mp4, 'moov', -4, 0xc0000000),
    ]) {
      const { source, read } = sparseSource(head, 5 * gigabyte)
      await assert.rejects(probe(source), MediaRefused)
      assert.ok(read().largest < 1024 ** 2, `${read().largest} bytes were read at once`)
    }
  })

  test('a WebM whose elements claim gigabytes is not loaded, though the file has them', async () => {
    const webm = Buffer.from(film('recorded.webm'))
    for (const id of ['1654ae6b', '1549a966', '1f43b675']) {
      const head = Buffer.from(webm)
      head.write('01000000c0000000', webm.indexOf(id, 0, 'hex') + 4, 'hex')
      const { source, read } = sparseSource(head, 5 * gigabyte)
      await probeContainer(source, 'matroska', quick).catch((error: unknown) =>
        assert.ok(error instanceof MediaRefused),
      )
      assert.ok(read().bytesRead < 300 * 1024 ** 2)
    }
  })
})

describe('an error of the storage says nothing about the file', () => {
  const fault = new Error('The disk is gone.')
  for (const file of [jpeg, film('plain.mp4'), film('plain.mkv'), film('plain.avi'), film('plain.mpg')])
    test(`if it fails at any read of ${file.length} bytes`, async () => {
      for (const good of [0, 1, 2]) {
        let reads = 0
        const read = async (start: number, end: number) => {
          reads += 1
          if (reads > good) throw fault
          return file.subarray(start, end)
        }
        await probe({ size: file.length, read }).then(
          () => assert.ok(reads <= good),
          (error: unknown) => assert.equal(error, fault),
        )
      }
    })

  test('if it never responds', async () => {
    const { promise } = Promise.withResolvers<Uint8Array>()
    const source = { size: 1000, read: () => promise }
    await assert.rejects(probeContainer(source, 'isobmff', { silent: 500, whole: 1_000 }), /could not be read in time/)
  })
})
