import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { upload } from '../../../src/platforms/facebook/session.ts'
import { video } from '../../../src/platforms/facebook/video.ts'
import type { ScriptedCall } from '../../harness/scripted.ts'
import { graphError, scripted } from './scripted.ts'

const bytes = Buffer.from('0123456789')
const files = { 'a.mp4': bytes }
const media = { file: 'a.mp4', facts: { size: bytes.length } }

const fieldsOf = ({ headers, body }: ScriptedCall): Readonly<Record<string, string>> => {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/')) return Object.fromEntries(new URLSearchParams(body.toString()))
  const parts = body.toString().split(`--${/boundary=(.*)$/.exec(type)?.[1]}`)
  return Object.fromEntries(
    parts.flatMap((part) => {
      const [, name, value] = /name="(\w+)"[\s\S]*?\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? []
      return name === undefined ? [] : [[name, value ?? '']]
    }),
  )
}

describe('a video of the feed is sent in the pieces that Facebook requests', () => {
  const input = { media, mimeType: 'video/mp4' }
  const started = { body: { upload_session_id: '5', video_id: '6', start_offset: '0', end_offset: '4' } }
  const piece = (start: number, end: number) => ({ body: { start_offset: String(start), end_offset: String(end) } })
  const done = { type: 'done', result: { id: '6', session: '5' } }

  test('from the first to the last', async () => {
    const answers = [started, piece(4, 9), piece(9, 10), piece(10, 10)]
    const { asked, saved, context } = await scripted((_, index) => answers[index] ?? assert.fail(), files)
    assert.deepEqual(await video.perform(input, context()), done)
    assert.ok(asked.every(({ call }) => call === 'POST /video/v25.0/11/videos'))
    const [start, ...pieces] = asked.map(fieldsOf)
    assert.deepEqual(start, { upload_phase: 'start', file_size: '10' })
    assert.deepEqual(
      pieces.map(({ start_offset: at, video_file_chunk: chunk }) => [at, chunk]),
      [
        ['0', '0123'],
        ['4', '45678'],
        ['9', '9'],
      ],
    )
    assert.equal(saved.length, 3)
  })

  test('from the point of interruption', async () => {
    const { asked, context } = await scripted(() => piece(10, 10), files)
    const saved = { id: '6', session: '5', start: 9, end: 10 }
    assert.deepEqual(await video.perform(input, context({ saved })), done)
    assert.deepEqual(fieldsOf(asked[0] ?? assert.fail()).video_file_chunk, '9')
  })

  for (const code of [6000, 6001])
    test(`again from the start, once, if the old session can’t be used any more (${code})`, async () => {
      const { asked, context } = await scripted(
        (one) =>
          fieldsOf(one).upload_phase === 'start'
            ? started
            : asked.length === 1
              ? { status: 400, body: graphError(code) }
              : piece(10, 10),
        files,
      )
      const saved = { id: '1', session: '2', start: 9, end: 10 }
      assert.deepEqual(await video.perform(input, context({ saved })), done)
      assert.deepEqual(
        asked.map(fieldsOf).map(({ upload_phase: phase }) => phase),
        ['transfer', 'start', 'transfer'],
      )
    })

  test('and not forever if Facebook accepts none', async () => {
    const { context } = await scripted((one) => (fieldsOf(one).upload_phase === 'start' ? started : piece(0, 4)), files)
    const outcome = await video.perform(input, context())
    assert.equal(outcome.type === 'retry' && outcome.error, 'platform_unavailable')
  })
})

describe('a reel is sent whole to the host for uploads', () => {
  const input = { media, edge: 'video_reels' }
  const begun = (origin: string) => ({ body: { video_id: '6', upload_url: `${origin}/upload/video-upload/v25.0/6` } })
  const done = { type: 'done', result: { id: '6', session: null } }
  const success = { body: { success: true } }

  test('with its size and the start offset', async () => {
    const { asked, context } = await scripted((_, index, origin) => (index === 0 ? begun(origin) : success), files)
    assert.deepEqual(await upload.perform(input, context()), done)
    const { call, headers, body } = asked[1] ?? assert.fail()
    assert.equal(call, 'POST /upload/video-upload/v25.0/6')
    assert.equal(headers.authorization, 'OAuth token')
    assert.deepEqual([headers.offset, headers.file_size, body.toString()], ['0', '10', bytes.toString()])
  })

  for (const name of ['bytes_transfered', 'bytes_transferred'])
    test(`from the point of interruption, as Facebook reports it (${name})`, async () => {
      const state = {
        id: '6',
        status: { video_status: 'uploading', uploading_phase: { status: 'in_progress', [name]: 4 } },
      }
      const { asked, origin, context } = await scripted(
        (one) => (one.call.startsWith('GET') ? { body: state } : success),
        files,
      )
      const saved = { id: '6', url: `${origin}/upload/video-upload/v25.0/6` }
      assert.deepEqual(await upload.perform(input, context({ saved })), done)
      const { headers, body } = asked[1] ?? assert.fail()
      assert.deepEqual([headers.offset, body.toString()], ['4', '456789'])
    })

  test('not again if all of it has arrived', async () => {
    const state = { id: '6', status: { video_status: 'upload_complete' } }
    const { asked, origin, context } = await scripted(() => ({ body: state }), files)
    const saved = { id: '6', url: `${origin}/upload/video-upload/v25.0/6` }
    assert.deepEqual(await upload.perform(input, context({ saved })), done)
    assert.equal(asked.length, 1)
  })

  test('and to no other host: the token is for Facebook only', async () => {
    const { asked, context } = await scripted(() => begun('http://elsewhere.test'), files)
    const outcome = await upload.perform(input, context())
    assert.match(outcome.type === 'rejected' ? outcome.message : '', /FACEBOOK_UPLOAD_URL/)
    assert.equal(asked.length, 1)
  })

  test('a refusal there is reported in its own words', async () => {
    const refused = { debug_info: { retriable: false, type: 'ProcessingFailedError', message: 'No film.' } }
    const { context } = await scripted(
      (_, index, origin) => (index === 0 ? begun(origin) : { status: 400, body: refused }),
      files,
    )
    const outcome = await upload.perform(input, context())
    assert.match(outcome.type === 'rejected' ? outcome.message : '', /No film/)
  })
})
