import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { CannotConvert, type ConversionFault } from '../../src/media/convert/cannot-convert.ts'
import { convertVideo, findFfmpeg, type VideoConversion } from '../../src/media/convert/video.ts'
import { memorySource, probe } from '../../src/media/probe/probe.ts'
import { film } from './fixtures.ts'

let folder = ''
let wanted: VideoConversion
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polypost-convert-'))
  const input = join(folder, 'original')
  await writeFile(input, film('plain.webm'))
  wanted = { ffmpeg: null, input, type: 'video/webm', output: join(folder, 'made.mp4'), maxBytes: 1_000_000 }
})
after(() => rm(folder, { recursive: true }))

const refuses = (made: Promise<unknown>, code: ConversionFault) =>
  assert.rejects(made, (error: unknown) => error instanceof CannotConvert && error.code === code)

/**
 * A program that stands where ffmpeg would, and does what it is told with its last argument, the output. A shell starts
 * it, since the path of an interpreter may hold no space.
 */
async function program(name: string, does: string): Promise<string> {
  const file = join(folder, name)
  const script = `const [output] = process.argv.slice(-1).map((name) => name.replace('file:', ''))\n`
  await writeFile(`${file}.cjs`, `${script}const { writeFileSync } = require('node:fs')\n${does}\n`)
  await writeFile(file, `#!/bin/sh\nexec '${process.execPath}' '${file}.cjs' "$@"\n`)
  await chmod(file, 0o755)
  return file
}

describe('a video that cannot be converted leaves nothing behind, and the original as it was', () => {
  const left = async () => (await readdir(folder)).filter((name) => name.endsWith('.mp4'))

  test('where there is no ffmpeg, what the file would have to be is told', () =>
    assert.rejects(convertVideo(wanted), /MP4 with H\.264 pictures and AAC sound/))

  const programs: Readonly<Record<string, readonly [does: string, code: ConversionFault]>> = {
    fails: ['writeFileSync(output, "half"); console.error("no such codec"); process.exit(1)', 'failed'],
    'writes nothing': ['', 'failed'],
    'never ends': ['writeFileSync(output, "half"); setInterval(() => {}, 1000)', 'timed_out'],
    'writes too much': ['writeFileSync(output, Buffer.alloc(1_000_001))', 'cannot_fit'],
    'talks without end': ['writeFileSync(output, "half"); for (;;) console.error("x".repeat(10_000))', 'timed_out'],
  }
  for (const [name, [does, code]] of Object.entries(programs))
    test(`when ffmpeg ${name}`, async () => {
      const ffmpeg = await program(`ffmpeg ${name}`, does)
      await refuses(convertVideo({ ...wanted, ffmpeg, milliseconds: code === 'timed_out' ? 1_000 : 60_000 }), code)
      assert.deepEqual(await left(), [])
      assert.deepEqual(await readFile(wanted.input), film('plain.webm'))
    })

  test('when ffmpeg is gone', () => refuses(convertVideo({ ...wanted, ffmpeg: join(folder, 'nothing') }), 'failed'))

  test('when it is called off', async () => {
    const ffmpeg = await program('ffmpeg called off', 'writeFileSync(output, "half"); setInterval(() => {}, 1000)')
    await assert.rejects(convertVideo({ ...wanted, ffmpeg, signal: AbortSignal.timeout(300) }), { name: 'AbortError' })
    assert.deepEqual(await left(), [])
  })

  test('a file that is there is not written over', async () => {
    const output = join(folder, 'theirs')
    await writeFile(output, 'theirs')
    const ffmpeg = await program('ffmpeg over', 'writeFileSync(output, "ours")')
    await assert.rejects(convertVideo({ ...wanted, ffmpeg, output }), /there already/)
    assert.equal(await readFile(output, 'utf8'), 'theirs')
  })
})

test('ffmpeg reads only the form that the file has, from files only, and none of our settings', async () => {
  const ffmpeg = await program(
    'ffmpeg seen',
    'writeFileSync(output, JSON.stringify([process.argv.slice(2), process.env]))',
  )
  await convertVideo({ ...wanted, ffmpeg })
  const [seen, env] = JSON.parse(await readFile(wanted.output, 'utf8'))
  await rm(wanted.output)
  assert.equal(seen[seen.indexOf('-format_whitelist') + 1], 'matroska')
  assert.equal(seen[seen.indexOf('-protocol_whitelist') + 1], 'file')
  assert.equal(env.PATH, undefined)
})

test('ffmpeg is found in the folders of the path, by its place in them, and only where it can be run', async () => {
  assert.equal(await findFfmpeg(`${delimiter}.${delimiter}relative`), null)
  assert.equal(await findFfmpeg(folder), null)
  const ffmpeg = await program('ffmpeg', '')
  assert.equal(await findFfmpeg(['/nowhere', folder].join(delimiter)), ffmpeg)
  await chmod(ffmpeg, 0o644)
  assert.equal(await findFfmpeg(folder), null)
})

const installed = await findFfmpeg(process.env.PATH ?? '')
test('with ffmpeg, any video becomes an MP4 that plays while it loads', {
  skip: !installed && 'no ffmpeg here',
}, async () => {
  for (const name of ['plain.webm', 'plain.avi', 'plain.mpg', 'rotated.mp4']) {
    const { contentType: type } = await probe(memorySource(film(name)))
    await writeFile(wanted.input, film(name))
    await convertVideo({ ...wanted, ffmpeg: installed, type })
    const made = await readFile(wanted.output)
    await rm(wanted.output)
    const facts = await probe(memorySource(made))
    assert.deepEqual([facts.contentType, facts.videoCodec, facts.audioCodec], ['video/mp4', 'h264', 'aac'])
    assert.deepEqual([facts.width, facts.height], name === 'rotated.mp4' ? [36, 64] : [64, 36])
    assert.ok(made.indexOf('moov') < made.indexOf('mdat'))
  }
})
