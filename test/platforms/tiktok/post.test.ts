import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../../src/domain/outcome.ts'
import { tiktok } from '../../../src/platforms/tiktok/index.ts'
import type { Reply, ScriptedCall } from '../../harness/scripted.ts'
import { callOf, now, ok, refusing, scripted } from './scripted.ts'

const { postFile, postPulled, upload } = tiktok.live.actions

const MB = 1_000_000
const size = 130 * MB
const hour = 3_600_000

const direct = { privacyLevel: 'PUBLIC_TO_EVERYONE', info: { title: 'A film', privacy_level: 'PUBLIC_TO_EVERYONE' } }
const input = { media: { file: 'film', facts: { size } }, mimeType: 'video/mp4', direct }
const pull = { shows: { kind: 'video', url: 'https://media.example/a.mp4' }, direct, plannedAt: now }

/** In two chunks of 60 and 70 MB. */
const session = (origin: string) => ({
  publishId: 'v_pub_file~1',
  url: `${origin}/upload/video/?upload_id=1`,
  at: now,
  chunkBytes: 60 * MB,
  count: 2,
})

/** A TikTok with scripted responses for each kind of call, in order. */
const answering = (answers: Readonly<Record<string, readonly Reply[]>>) => {
  const given = new Map<string, number>()
  return (asked: ScriptedCall): Reply => {
    const call = callOf(asked.path)
    const index = given.get(call) ?? 0
    given.set(call, index + 1)
    return answers[call]?.[index] ?? assert.fail(`nothing is answered to ${call} ${index + 1}`)
  }
}

async function place(answers: Readonly<Record<string, readonly Reply[]>>) {
  // The bytes do not matter.
  const place = await scripted(answering(answers), { film: Buffer.alloc(size) })
  const calls = () => place.asked.map(({ path, headers }) => `${callOf(path)} ${headers['content-range'] ?? ''}`.trim())
  return { ...place, calls }
}

const working = (bytes: number) => ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: bytes })
const complete = {
  headers: { 'content-type': 'application/json' },
  body: '{"data":{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[7512345678901234567]},"error":{"code":"ok"}}',
}
const failed = (reason: string) => ok({ status: 'FAILED', fail_reason: reason, publicaly_available_post_id: [] })

const begun = (origin: string) => ok({ publish_id: 'v_pub_file~2', upload_url: `${origin}/upload/video/?upload_id=2` })
const file = { session: null, isSent: false, restarts: 0, asked: 0, unlisted: 0 }

describe('an upload', () => {
  test('continues with the chunk that TikTok expects, and leaves the last one', async () => {
    const { context, calls, origin } = await place({ status: [working(60 * MB)] })
    const saved = { session: session(origin), sent: 0 }
    const outcome = await upload.perform(input, context({ saved }))
    assert.equal(outcome.type, 'done')
    assert.deepEqual(calls(), ['status'])
  })

  test('whose address is an hour old is started again, because the address has expired', async () => {
    let address = ''
    const { context, asked, origin } = await scripted(({ path }) => (callOf(path) === 'init' ? begun(address) : {}))
    address = origin
    const small = { ...input, media: { file: 'film', facts: { size: 100 } } }
    const saved = { session: { ...session(origin), at: now - hour }, sent: 1 }
    const outcome = await upload.perform(small, context({ saved }))
    assert.ok(outcome.type === 'done')
    assert.deepEqual(outcome.result, { ...begunSession(origin), chunkBytes: 100, count: 1 })
    assert.deepEqual(
      asked.map(({ path }) => callOf(path)),
      ['init'],
    )
  })

  const begunSession = (origin: string) => ({
    publishId: 'v_pub_file~2',
    url: `${origin}/upload/video/?upload_id=2`,
    at: now,
  })

  test('that TikTok refuses for its chunk size failed without advice: the message says to let TikTok fetch the video', async () => {
    const { context } = await place({ init: [refusing(400, 'invalid_params', 'The chunk size is invalid')] })
    const outcome = await upload.perform(input, context())
    assert.ok(outcome.type === 'rejected' && outcome.error === 'media_rejected')
    assert.match(outcome.message, /PULL_FROM_URL.*“The chunk size is invalid”$/)
  })

  test('is not sent to an address that is not TikTok’s', async () => {
    const strange = ok({ publish_id: 'p', upload_url: 'https://tiktokapis.com.example/video/' })
    const { context } = await place({ init: [strange] })
    const outcome = await upload.perform(input, context())
    assert.ok(outcome.type === 'rejected')
    assert.match(outcome.message, /TIKTOK_UPLOAD_URL/)
  })
})

describe('the end of a file', () => {
  test('is sent once, then the status is polled', async () => {
    const { context, calls, saved, origin } = await place({ put: [{ status: 201 }], status: [working(size), complete] })
    const results = { upload: session(origin), creator }
    assert.deepEqual(await postFile.perform(input, context({ results })), { type: 'wait', pause: 2_000 })
    assert.equal((await postFile.perform(input, context({ results, saved: last(saved) }))).type, 'wait')
    const outcome = await postFile.perform(input, context({ results, saved: last(saved) }))
    assert.deepEqual(outcome.type === 'done' && outcome.published, {
      id: '7512345678901234567',
      url: 'https://www.tiktok.com/@ada/video/7512345678901234567',
    })
    assert.deepEqual(calls(), [`put bytes ${60 * MB}-${size - 1}/${size}`, 'status', 'status'])
  })

  test('that did not arrive is sent again; one that arrived is not', async () => {
    const missing = await place({ status: [working(60 * MB)], put: [{ status: 201 }] })
    const at = (origin: string) => ({ ...file, session: session(origin) })
    await postFile.perform(input, missing.context({ saved: at(missing.origin) }))
    assert.deepEqual(missing.calls(), ['status', `put bytes ${60 * MB}-${size - 1}/${size}`])
    const there = await place({ status: [working(size)] })
    assert.equal((await postFile.perform(input, there.context({ saved: at(there.origin) }))).type, 'wait')
  })

  for (const status of [400, 403, 404, 416])
    test(`that is refused with ${status} when it is sent again may have arrived before: no other upload is started`, async () => {
      const { context, calls, origin } = await place({ status: [working(60 * MB)], put: [{ status }] })
      const outcome = await postFile.perform(input, context({ saved: { ...file, session: session(origin) } }))
      assert.equal(outcome.type, 'unknown')
      assert.deepEqual(calls(), ['status', `put bytes ${60 * MB}-${size - 1}/${size}`])
    })

  test('in doubt is there when TikTok has published it, and not before', async () => {
    const { context, origin } = await place({ status: [working(size), complete, refusing(400, 'invalid_publish_id')] })
    const saved = { ...file, session: session(origin), isSent: true }
    const ask = () => postFile.doubt?.reconcile(input, context({ saved }))
    assert.equal((await ask())?.type, 'absent')
    assert.equal((await ask())?.type, 'found')
    assert.equal((await ask())?.type, 'cannot_tell')
  })

  test('that has arrived is never given up because a status request fails', async () => {
    const answers = [
      refusing(401, 'access_token_invalid'),
      refusing(401, 'scope_not_authorized'),
      refusing(400, 'invalid_publish_id'),
      { body: '<html>' },
    ]
    const { context, origin } = await place({ status: [...answers, refusing(429, 'rate_limit_exceeded')] })
    const saved = { ...file, session: session(origin), isSent: true }
    for (const _ of answers) assert.equal((await postFile.perform(input, context({ saved }))).type, 'unknown')
    assert.equal((await postFile.perform(input, context({ saved }))).type, 'wait')
  })

  test('that TikTok rejects fails with its reason', async () => {
    const reasons: readonly [reason: string, error: string][] = [
      ['frame_rate_check_failed', 'media_rejected'],
      ['spam_risk_text', 'platform_rejected'],
      ['auth_removed', 'platform_rejected'],
      ['something_new', 'media_rejected'],
    ]
    for (const [reason, error] of reasons) {
      const { context, origin } = await place({ status: [failed(reason)] })
      const outcome = await postFile.perform(input, context({ saved: { ...file, session: session(origin) } }))
      assert.deepEqual(outcome.type === 'rejected' && outcome.error, error, reason)
    }
  })

  test('waits some minutes for an ID, then completes without one', async () => {
    const { context, origin } = await place({ status: Array(2).fill(ok({ status: 'PUBLISH_COMPLETE' })) })
    const saved = { ...file, session: session(origin), isSent: true }
    assert.equal((await postFile.perform(input, context({ saved }))).type, 'wait')
    const outcome = await postFile.perform(input, context({ saved: { ...saved, unlisted: 20 } }))
    assert.deepEqual(outcome.type === 'done' && outcome.published, {
      id: 'v_pub_file~1',
      url: 'https://www.tiktok.com/@ada',
    })
  })

  test('that TikTok processes for hours requires a person', async () => {
    const { context, origin } = await place({ status: [working(size)] })
    const saved = { ...file, session: session(origin), isSent: true, asked: 200 }
    const outcome = await postFile.perform(input, context({ saved }))
    assert.equal(outcome.type === 'action' && outcome.action.code, 'outcome_unknown')
  })
})

describe('what TikTok fetches', () => {
  test('is requested once: with a `publish_id` only the status is polled', async () => {
    const { context, calls, saved } = await place({ init: [ok({ publish_id: 'v_pub_url~1' })], status: [complete] })
    assert.equal((await postPulled.perform(pull, context())).type, 'wait')
    assert.equal((await postPulled.perform(pull, context({ saved: last(saved) }))).type, 'done')
    assert.deepEqual(calls(), ['init', 'status'])
  })

  test('is_aigc was sent with every photo post, though the call may not know it: only a post that asks for it has it', async () => {
    const photos = { kind: 'photo', places: [{ url: 'https://media.example/a.jpg' }], coverIndex: 0, texts: {} }
    for (const [postMode, madeByAi, expected] of [
      [direct, false, undefined],
      [direct, true, true],
      [null, true, undefined],
    ] as const) {
      const { context, asked } = await place({ photos: [ok({ publish_id: 'p_pub_url~1' })] })
      await postPulled.perform({ ...pull, shows: { ...photos, madeByAi }, direct: postMode }, context())
      assert.equal(JSON.parse(String(asked[0]?.body)).is_aigc, expected)
    }
  })

  test('and could not fetch is requested again after growing pauses, at most four times', async () => {
    const begun = { publishId: 'v_pub_url~1', asked: 3, unlisted: 0 }
    const { context, saved } = await place({ status: Array(5).fill(failed('video_pull_failed')) })
    for (const [restarts, pause] of [15_000, 60_000, 180_000, 480_000].entries()) {
      const outcome = await postPulled.perform(pull, context({ saved: { ...begun, restarts } }))
      assert.deepEqual(outcome, { type: 'wait', pause })
      assert.deepEqual(last(saved), { publishId: null, asked: 0, unlisted: 0, restarts: restarts + 1 })
    }
    const outcome = await postPulled.perform(pull, context({ saved: { ...begun, restarts: 4 } }))
    assert.equal(outcome.type === 'rejected' && outcome.error, 'media_rejected')
  })

  test('in doubt without a `publish_id` is searched, and never reported as absent', async () => {
    const video = { id: '7512345678901234567', title: 'A  film', create_time: now / 1_000 }
    const lists = [[{ ...video, create_time: now / 1_000 - 120 }], [{ ...video, title: 'Another' }], [video]]
    const { context } = await place({ list: lists.map((videos) => ok({ videos, cursor: 0, has_more: false })) })
    const ask = () => postPulled.doubt?.reconcile(pull, context())
    assert.equal((await ask())?.type, 'cannot_tell')
    assert.equal((await ask())?.type, 'cannot_tell')
    const found = await ask()
    assert.equal(found?.type === 'found' && found.published?.id, video.id)
    const nameless = { ...pull, direct: { ...direct, info: {} } }
    assert.equal((await postPulled.doubt?.reconcile(nameless, context()))?.type, 'cannot_tell')
  })

  test('in doubt without a `publish_id` and without the Display API, nobody is asked to connect again', async () => {
    const { context } = await place({})
    const credentials = { ...context().credentials, scopes: ['video.publish'] }
    const presence = await postPulled.doubt?.reconcile(pull, { ...context(), credentials })
    assert.ok(presence?.type === 'cannot_tell')
    assert.match(presence.message, /video\.list.*Display API.*TIKTOK_SCOPES/)
    assert.doesNotMatch(presence.message, /again/)
  })
})

const creator = { username: 'ada', off: { comments: false, duets: false, stitches: false } }

const last = (saved: readonly Json[]): Json => saved.at(-1) ?? null
