import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { processing, videoLimits, videoUpload } from '../../../src/platforms/bluesky/video.ts'
import type { Action } from '../../../src/platforms/shared/action.ts'
import type { Reply } from '../../harness/scripted.ts'
import { home, refusedWith, type Script, scripted } from './scripted.ts'

const bytes = Buffer.from('the bytes of a video')
const input = { media: { file: 'film', facts: { size: bytes.length } }, name: '3abc.mp4' }
const blob = { $type: 'blob', ref: { $link: 'bafkreione' }, mimeType: 'video/mp4', size: 17 }

const serviceAuth = 'GET /pds/xrpc/com.atproto.server.getServiceAuth'
const describeServer = 'GET /pds/xrpc/com.atproto.server.describeServer'
const limits = 'GET /video/xrpc/app.bsky.video.getUploadLimits'
const upload = 'POST /video/xrpc/app.bsky.video.uploadVideo'
const status = 'GET /video/xrpc/app.bsky.video.getJobStatus'

const service: Script = {
  [serviceAuth]: { body: { token: 'service' } },
  [describeServer]: { body: { did: 'did:web:pds.test', availableUserDomains: [] } },
}

async function run(action: Action, script: Script) {
  const { asked, context } = await scripted(() => ({ ...service, ...script }))
  const results = { 'video-upload': { jobId: 'job' } }
  return { asked, outcome: await action.perform(input, context({ files: { film: bytes }, results })) }
}

const told = (outcome: object) =>
  'error' in outcome ? `${Object(outcome).type} ${outcome.error}` : Object(outcome).type

describe('before a video is uploaded, the service is asked for its limits', () => {
  const cases: readonly (readonly [reply: Reply, expected: string])[] = [
    [{ body: { canUpload: true, remainingDailyVideos: 3, remainingDailyBytes: 1_000 } }, 'done'],
    [{ body: { canUpload: true } }, 'done'],
    [{ body: { canUpload: false, message: 'Enough for today' } }, 'rejected quota_exhausted'],
    [{ body: { canUpload: true, remainingDailyVideos: 0 } }, 'rejected quota_exhausted'],
    [{ body: { canUpload: true, remainingDailyVideos: 1, remainingDailyBytes: 3 } }, 'rejected quota_exhausted'],
    [{ body: { canUpload: false, error: 'unconfirmed_email' } }, 'rejected permission_missing'],
    [refusedWith(400, 'ExpiredToken'), 'expired'],
    [{ status: 503 }, 'retry platform_unavailable'],
  ]
  for (const [reply, expected] of cases)
    test(`${expected}: ${JSON.stringify(reply)}`, async () => {
      const { asked, outcome } = await run(videoLimits, { [limits]: reply })
      assert.equal(told(outcome), expected)
      assert.equal(asked.at(-1)?.headers.authorization, 'Bearer service')
    })

  test('with a token for the service alone', async () => {
    const { asked } = await run(videoLimits, { [limits]: { body: { canUpload: true } } })
    const { aud, lxm } = asked[0]?.query ?? {}
    assert.deepEqual({ aud, lxm }, { aud: 'did:web:video.bsky.app', lxm: 'app.bsky.video.getUploadLimits' })
  })

  test('and a refusal quotes the service', async () => {
    const { outcome } = await run(videoLimits, {
      [limits]: { body: { canUpload: false, message: 'Enough for today' } },
    })
    assert.match(Object(outcome).message, /Enough for today/)
  })
})

describe('a video is uploaded', () => {
  const job = { jobId: 'job', did: home.did, state: 'JOB_STATE_CREATED' }
  const already = {
    jobId: 'old',
    did: home.did,
    state: 'JOB_STATE_COMPLETED',
    error: 'already_exists',
    message: 'Video already processed',
  }

  test('whole, with its length, under its name, with a token for the account’s own server', async () => {
    const { asked, outcome } = await run(videoUpload, { [upload]: { body: job } })
    assert.deepEqual(outcome, { type: 'done', result: { jobId: 'job' } })
    const sent = asked.find(({ call }) => call === upload) ?? assert.fail('nothing was sent')
    assert.ok(sent.body.equals(bytes))
    assert.deepEqual(sent.query, { did: home.did, name: '3abc.mp4' })
    assert.deepEqual(
      [sent.headers.authorization, sent.headers['content-type'], sent.headers['content-length']],
      ['Bearer service', 'video/mp4', String(bytes.length)],
    )
    const { aud, lxm } = asked.find(({ call }) => call === serviceAuth)?.query ?? {}
    assert.deepEqual({ aud, lxm }, { aud: 'did:web:pds.test', lxm: 'com.atproto.repo.uploadBlob' })
  })

  test('with a token that used to end after 30 minutes, in the middle of a long upload: it lasts for almost an hour', async () => {
    const before = Date.now()
    const { asked } = await run(videoUpload, { [upload]: { body: job } })
    const ends = Number(asked.find(({ call }) => call === serviceAuth)?.query.exp) * 1_000
    assert.ok(ends > before + 58 * 60_000, 'it ends too soon')
    assert.ok(ends <= Date.now() + 59 * 60_000, 'a server whose clock is a little behind would refuse it')
  })

  test('with a token for the server’s address, if the server does not report its DID', async () => {
    const { asked } = await run(videoUpload, { [upload]: { body: job }, [describeServer]: { status: 404 } })
    assert.match(asked.find(({ call }) => call === serviceAuth)?.query.aud ?? '', /^did:web:127\.0\.0\.1%3A\d+$/)
  })

  const cases: readonly (readonly [reply: Reply, expected: object | string])[] = [
    [{ body: { jobStatus: job } }, { jobId: 'job' }],
    [{ status: 409, body: already }, { jobId: 'old' }],
    [{ status: 409, body: { jobStatus: already } }, { jobId: 'old' }],
    [{ body: { jobStatus: { jobId: '', error: 'unconfirmed_email' } } }, 'rejected permission_missing'],
    [{ status: 401, body: { jobStatus: { jobId: '', error: 'unconfirmed_email' } } }, 'rejected permission_missing'],
    [{ body: { jobStatus: { jobId: '', error: 'odd', message: 'Odd' } } }, 'rejected media_rejected'],
    [refusedWith(400, 'InvalidRequest', 'No video'), 'rejected media_rejected'],
    [{ status: 413, body: '<html>' }, 'rejected media_rejected'],
    [refusedWith(429, 'RateLimitExceeded'), 'retry rate_limited'],
    [{ status: 502, body: '<html>' }, 'retry platform_unavailable'],
  ]
  for (const [reply, expected] of cases)
    test(`and answered with ${JSON.stringify(reply)}: ${JSON.stringify(expected)}`, async () => {
      const { outcome } = await run(videoUpload, { [upload]: reply })
      if (typeof expected === 'string') assert.equal(told(outcome), expected)
      else assert.deepEqual(outcome, { type: 'done', result: expected })
    })

  test('only with a token', async () => {
    const { asked, outcome } = await run(videoUpload, { [serviceAuth]: refusedWith(400, 'ExpiredToken') })
    assert.equal(outcome.type, 'expired')
    assert.ok(!asked.some(({ call }) => call === upload))
  })
})

describe('a video is processed', () => {
  const job = (fields: object) => ({ body: { jobStatus: { jobId: 'job', did: home.did, ...fields } } })
  const cases: readonly (readonly [reply: Reply, expected: string])[] = [
    [job({ state: 'JOB_STATE_ENCODING', progress: 40 }), 'wait'],
    [job({ state: 'JOB_STATE_OF_TOMORROW' }), 'wait'],
    [{ body: { jobId: 'job', did: home.did, state: 'JOB_STATE_SCANNING' } }, 'wait'],
    [job({ state: 'JOB_STATE_COMPLETED', blob }), 'done'],
    [job({ state: 'JOB_STATE_FAILED', error: 'already_exists', blob }), 'done'],
    [job({ state: 'JOB_STATE_FAILED', failureCode: 'encoding_failure' }), 'rejected media_rejected'],
    [job({ state: 'JOB_STATE_FAILED', failureCode: 'a_new_one' }), 'rejected media_rejected'],
    [job({ state: 'JOB_STATE_FAILED' }), 'rejected media_rejected'],
    [refusedWith(400, 'JobNotFound'), 'rejected media_rejected'],
    [{ status: 500 }, 'retry platform_unavailable'],
  ]
  for (const [reply, expected] of cases)
    test(`${expected}: ${JSON.stringify(reply)}`, async () => {
      const { asked, outcome } = await run(processing, { [status]: reply })
      assert.equal(told(outcome), expected)
      assert.deepEqual(asked[0]?.query, { jobId: 'job' })
    })
})
