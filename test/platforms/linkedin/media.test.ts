import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linkedin } from '../../../src/platforms/linkedin/index.ts'
import type { StepContext } from '../../../src/platforms/shared/context.ts'
import type { Reply, Script, ScriptedCall } from '../../harness/scripted.ts'
import { asPage, inputError, page, person, problem, scripted } from './scripted.ts'

const { image, video, processing, cover } = linkedin.live.actions

const bytes = Buffer.from('0123456789')
const files = { 'a.png': bytes, 'a.mp4': bytes, 'cover.jpg': Buffer.from('cover') }
const fileOf = (file: string, size = bytes.length) => ({ file, facts: { size } })

type Given = Partial<Pick<StepContext, 'saved' | 'account' | 'credentials'>>

describe('an image', () => {
  const input = { media: fileOf('a.png'), mimeType: 'image/png' }
  const script: Script = ({ call }, _, origin) =>
    call.startsWith('POST')
      ? {
          body: {
            value: { uploadUrlExpiresAt: 1, uploadUrl: `${origin}/web/dms-uploads/x`, image: 'urn:li:image:C4' },
          },
        }
      : { status: 201 }

  test('is uploaded to the URL that LinkedIn names, with the token', async () => {
    const { context, asked } = await scripted(script, files)
    const outcome = await image.perform(input, context(asPage()))
    assert.deepEqual(outcome, { type: 'done', result: { id: 'urn:li:image:C4', isCovered: false } })
    const [begun, sent] = asked
    assert.deepEqual([begun?.call, begun?.query], ['POST /api/rest/images', { action: 'initializeUpload' }])
    assert.deepEqual(JSON.parse(begun?.body.toString() ?? ''), { initializeUploadRequest: { owner: page } })
    assert.deepEqual(
      [sent?.call, sent?.headers.authorization, sent?.headers['content-type'], sent?.body],
      ['PUT /web/dms-uploads/x', 'Bearer token', 'application/octet-stream', bytes],
    )
  })

  test('is never sent to another host with the token', async () => {
    const elsewhere = { value: { uploadUrl: 'https://uploads.example/x', image: 'urn:li:image:C4' } }
    const { context, asked } = await scripted(() => ({ body: elsewhere }), files)
    const outcome = await image.perform(input, context())
    assert.equal(outcome.type === 'rejected' && outcome.error, 'platform_rejected')
    assert.equal(asked.length, 1)
  })

  test('that is refused has failed, and one whose response was lost is sent again', async () => {
    const answers = async (status: number) => {
      const { context } = await scripted((...of) => (of[1] === 0 ? script(...of) : { status }), files)
      return (await image.perform(input, context())).type
    }
    assert.deepEqual([await answers(400), await answers(503), await answers(401)], ['rejected', 'retry', 'expired'])
  })
})

describe('a video', () => {
  const input = { media: fileOf('a.mp4'), cover: null }
  const begun = (origin: string, more: object = {}) => ({
    body: {
      value: {
        video: 'urn:li:video:C5',
        uploadToken: 'proof',
        uploadInstructions: [
          { uploadUrl: `${origin}/web/dms-uploads/x/0`, firstByte: 0, lastByte: 3 },
          { uploadUrl: `${origin}/web/dms-uploads/x/1`, firstByte: 4, lastByte: 7 },
          { uploadUrl: `${origin}/web/dms-uploads/x/2`, firstByte: 8, lastByte: 9 },
        ],
        uploadUrlsExpireAt: 1,
        ...more,
      },
    },
  })
  const whole: Script = ({ call, query, path }, _, origin) => {
    if (query.action === 'initializeUpload') return begun(origin)
    return call.startsWith('PUT') ? { headers: { etag: `"mark-${path.at(-1)}"` } } : {}
  }

  async function perform(script: Script, given: Given = {}, wanted: object = input) {
    const { context, asked, saved } = await scripted(script, files)
    const outcome = await video.perform({ ...input, ...wanted }, context(given))
    return { outcome, asked, saved }
  }

  test('is sent by byte ranges, each to its URL and without the token, and is finished with the ETags in order', async () => {
    const { outcome, asked } = await perform(whole)
    assert.deepEqual(outcome, { type: 'done', result: { id: 'urn:li:video:C5', isCovered: false } })
    assert.deepEqual(JSON.parse(asked[0]?.body.toString() ?? ''), {
      initializeUploadRequest: { owner: person, fileSizeBytes: 10, uploadCaptions: false, uploadThumbnail: false },
    })
    assert.deepEqual(
      asked.slice(1, 4).map(({ call, body, headers }) => [call, body.toString(), headers.authorization]),
      [
        ['PUT /web/dms-uploads/x/0', '0123', undefined],
        ['PUT /web/dms-uploads/x/1', '4567', undefined],
        ['PUT /web/dms-uploads/x/2', '89', undefined],
      ],
    )
    const [, , , , last] = asked
    assert.deepEqual([last?.call, last?.query], ['POST /api/rest/videos', { action: 'finalizeUpload' }])
    assert.deepEqual(JSON.parse(last?.body.toString() ?? ''), {
      finalizeUploadRequest: {
        video: 'urn:li:video:C5',
        uploadToken: 'proof',
        uploadedPartIds: ['mark-0', 'mark-1', 'mark-2'],
      },
    })
  })

  test('resumes with the part that was interrupted', async () => {
    const first = await perform((one, at, origin) => (at === 2 ? { status: 503 } : whole(one, at, origin)))
    assert.equal(first.outcome.type, 'retry')
    const left = JSON.parse(JSON.stringify(first.saved.at(-1)))
    assert.deepEqual([left.left.length, left.marks], [2, ['mark-0']])
  })

  test('whose upload URLs have expired starts again, once', async () => {
    const stale = (origin: string) => ({
      id: 'urn:li:video:C1',
      token: '',
      left: [{ url: `${origin}/web/dms-uploads/old/1`, first: 4, last: 9 }],
      marks: ['mark'],
      coverUrl: null,
      isCovered: false,
    })
    const { context, asked, origin } = await scripted(
      (one, at, from) => (one.path.includes('old') ? { status: 401 } : whole(one, at, from)),
      files,
    )
    const outcome = await video.perform(input, context({ saved: stale(origin) }))
    assert.deepEqual(outcome, { type: 'done', result: { id: 'urn:li:video:C5', isCovered: false } })
    assert.equal(asked.length, 6)
  })

  test('whose finish call may have succeeded before is complete, and one that could not be finished is sent again', async () => {
    const unended = (one: ScriptedCall, at: number, from: string): Reply =>
      one.query.action === 'finalizeUpload'
        ? { status: 400, body: inputError('UPDATING_ASSET_FAILED') }
        : whole(one, at, from)
    const first = await perform(unended)
    assert.deepEqual([first.outcome.type, first.saved.at(-1)], ['retry', null])
    const { context } = await scripted(unended, files)
    const sent = { id: 'urn:li:video:C1', token: '', left: [], marks: ['mark'], coverUrl: null, isCovered: false }
    assert.equal((await video.perform(input, context({ saved: sent }))).type, 'done')
  })

  test('with a part that is not acknowledged is sent again', async () => {
    const { outcome } = await perform((one, at, origin) => (at === 1 ? {} : whole(one, at, origin)))
    assert.equal(outcome.type, 'retry')
  })

  test('beyond LinkedIn’s own limit is refused with its size in the message', async () => {
    const refused = { status: 400, body: inputError('INVALID_VALUE_FOR_FIELD', 'fileSizeBytes is too large') }
    const large = await perform(() => refused, {}, { media: fileOf('a.mp4', 600 * 1_048_576) })
    assert.deepEqual(large.outcome, {
      type: 'rejected',
      error: 'media_rejected',
      message: 'The video has 600 MB, and LinkedIn accepts at most 500 MB. LinkedIn says: “fileSizeBytes is too large”',
    })
    const small = await perform(() => refused)
    assert.match('message' in small.outcome ? small.outcome.message : '', /^LinkedIn refused the request\./)
  })

  describe('its cover', () => {
    const covered = { cover: { media: fileOf('cover.jpg', 5), mimeType: 'image/jpeg' } }
    const withCover =
      (status: number): Script =>
      (one, at, origin) => {
        if (one.query.action === 'initializeUpload')
          return begun(origin, { thumbnailUploadUrl: `${origin}/web/dms-uploads/x/cover` })
        return one.path.endsWith('/cover') ? { status } : whole(one, at, origin)
      }

    test('is sent as a still image before the finish call', async () => {
      const { outcome, asked } = await perform(withCover(201), {}, covered)
      assert.deepEqual(outcome, { type: 'done', result: { id: 'urn:li:video:C5', isCovered: true } })
      assert.equal(JSON.parse(asked[0]?.body.toString() ?? '').initializeUploadRequest.uploadThumbnail, true)
      const { headers, body } = asked[4] ?? assert.fail()
      assert.deepEqual(
        [headers['media-type-family'], headers['content-type'], headers.authorization, body.toString()],
        ['STILLIMAGE', 'image/jpeg', undefined, 'cover'],
      )
    })

    test('that LinkedIn refuses does not prevent the video from being published, and causes a warning', async () => {
      for (const status of [400, 401, 403]) {
        const { outcome } = await perform(withCover(status), {}, covered)
        assert.deepEqual(outcome, { type: 'done', result: { id: 'urn:li:video:C5', isCovered: false } })
      }
      const { context } = await scripted(() => assert.fail('nothing is asked'))
      const told = (isCovered: boolean) =>
        cover.perform({}, context({ results: { upload: { id: 'urn:li:video:C5', isCovered } } }))
      assert.equal((await told(false)).type, 'rejected')
      assert.equal((await told(true)).type, 'done')
      assert.equal(cover.warning, 'thumbnail_rejected')
    })

    test('that got lost is sent again, and the parts are not', async () => {
      const first = await perform(withCover(503), {}, covered)
      assert.equal(first.outcome.type, 'retry')
      assert.deepEqual(JSON.parse(JSON.stringify(first.saved.at(-1))).left, [])
    })
  })
})

describe('processing', () => {
  const results = { upload: { id: 'urn:li:video:C5', isCovered: false } }
  const input = { kind: 'videos', size: 40 * 1_048_576 }

  async function perform(status: number, body: object, saved: StepContext['saved'] = null) {
    const server = await scripted(() => ({ status, body }))
    const outcome = await processing.perform(input, server.context({ results, saved }))
    return { outcome, ...server }
  }

  test('is polled by the encoded URN until it has finished', async () => {
    const { outcome, asked } = await perform(200, { id: 'urn:li:video:C5', status: 'AVAILABLE' })
    assert.deepEqual(outcome, { type: 'done', result: null })
    assert.equal(asked[0]?.path, '/api/rest/videos/urn%3Ali%3Avideo%3AC5')
  })

  test('that continues is polled again, with growing pauses', async () => {
    const pauses = []
    for (const times of [0, 1, 20]) {
      const { outcome } = await perform(200, { status: 'PROCESSING' }, { times, blind: false })
      pauses.push(outcome.type === 'wait' && outcome.pause)
    }
    assert.deepEqual(pauses, [5_000, 10_000, 30_000])
  })

  test('that failed is final, with LinkedIn’s reason', async () => {
    const { outcome } = await perform(200, { status: 'PROCESSING_FAILED', processingFailureReason: 'bad codec' })
    assert.ok(outcome.type === 'rejected' && outcome.error === 'media_rejected')
    assert.match(outcome.message, /“bad codec”/)
  })

  test('that a self-serve app may not poll is waited for by the file size, once', async () => {
    const { outcome, saved } = await perform(403, problem('ACCESS_DENIED'))
    assert.deepEqual(outcome, { type: 'wait', pause: 15_000 })
    const again = await perform(403, problem('ACCESS_DENIED'), saved.at(-1) ?? null)
    assert.deepEqual([again.outcome.type, again.asked.length], ['done', 0])
  })
})
