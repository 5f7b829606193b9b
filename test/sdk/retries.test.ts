import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  ApiError,
  ConflictError,
  ConnectionError,
  Polypost,
  ServerError,
  TimeoutError,
  ValidationError,
} from '@polypost/sdk'
import { freePort } from '../../scripts/free-port.ts'
import { startHttp } from '../harness/servers/http-server.ts'

interface Scripted {
  readonly status: number
  readonly code?: string
  readonly headers?: Record<string, string>
  /** The connection is cut instead. */
  readonly cut?: boolean
}

const fine: Scripted = { status: 200 }

/** A service that answers as the script says, and then with success. Returns what it was asked. */
async function against<T>(script: readonly Scripted[], use: (polypost: Polypost) => PromiseLike<T>) {
  const asked: { readonly method: string; readonly key: string | undefined }[] = []
  const { origin, stop } = await startHttp(async (request, response) => {
    const { status, code, headers = {}, cut } = script[asked.length] ?? fine
    asked.push({ method: request.method ?? '', key: request.headers['idempotency-key']?.toString() })
    for await (const _part of request);
    if (cut) return void response.destroy()
    const error = { status: 'error', error: { code, message: 'It did not work.', details: [] }, request_id: 'req_1' }
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(code ? error : { status: 'ok', data: { id: 7 } }))
  })
  try {
    const done = await use(new Polypost({ url: origin, key: 'pp_test' })).then(
      (value) => ({ value, error: null }),
      (error: unknown) => ({ value: null, error }),
    )
    return { ...done, asked }
  } finally {
    await stop()
  }
}

const create = (polypost: Polypost) => polypost.posts.create({ message: 'Hello', platforms: ['x'] })

describe('a request that creates something', () => {
  for (const [what, first] of [
    ['is cut off', { status: 200, cut: true }],
    ['meets a service that is starting', { status: 503, code: 'unavailable', headers: { 'retry-after': '0' } }],
    ['meets a full window', { status: 429, code: 'rate_limited', headers: { 'retry-after': '0' } }],
    ['meets its own first try', { status: 409, code: 'idempotency_in_progress', headers: { 'retry-after': '0' } }],
  ] as const)
    test(`is repeated with the same key when it ${what}`, async () => {
      const { asked, error } = await against([first], create)
      assert.equal(error, null)
      assert.equal(asked.length, 2)
      assert.match(asked[0]?.key ?? '', /^sdk_[\w-]{20,}$/)
      assert.equal(asked[0]?.key, asked[1]?.key)
    })

  test('is sent three times at most', async () => {
    const failing = { status: 503, code: 'unavailable', headers: { 'retry-after': '0' } }
    const { asked, error } = await against([failing, failing, failing, failing], create)
    assert.equal(asked.length, 3)
    assert.ok(error instanceof ServerError)
    assert.equal(error.code, 'unavailable')
    assert.equal(error.requestId, 'req_1')
  })

  test('is not repeated when it is refused', async () => {
    const { asked, error } = await against([{ status: 422, code: 'content_rejected' }], create)
    assert.equal(asked.length, 1)
    assert.ok(error instanceof ValidationError)
  })

  test('is not repeated when the service asks for a wait of more than a minute', async () => {
    const { asked } = await against([{ status: 429, code: 'rate_limited', headers: { 'retry-after': '61' } }], create)
    assert.equal(asked.length, 1)
  })

  test('keeps the key that the caller chose', async () => {
    const { asked } = await against([], (polypost) =>
      polypost.posts.create({ message: 'Hello', platforms: ['x'] }, { idempotencyKey: 'mine' }),
    )
    assert.equal(asked[0]?.key, 'mine')
  })
})

test('a check is sent again without a key, because it changes nothing', async () => {
  const { asked } = await against([{ status: 200, cut: true }], (polypost) =>
    polypost.posts.validate({ message: 'Hello', platforms: ['x'] }),
  )
  assert.deepEqual(
    asked.map(({ key }) => key),
    [undefined, undefined],
  )
})

describe('a change that the service cannot recognise as a repeat', () => {
  test('is never sent twice', async () => {
    for (const first of [
      { status: 200, cut: true },
      { status: 503, code: 'unavailable', headers: { 'retry-after': '0' } },
    ]) {
      const { asked, error } = await against([first], (polypost) => polypost.labels.delete(7))
      assert.equal(asked.length, 1)
      assert.equal(asked[0]?.key, undefined)
      assert.ok(error instanceof ApiError || error instanceof ConnectionError)
    }
  })
})

test('a platform that refused is not asked again', async () => {
  const { asked, error } = await against([{ status: 502, code: 'platform_error' }], (polypost) =>
    polypost.comments.list({ post_id: 7 }),
  )
  assert.equal(asked.length, 1)
  assert.ok(error instanceof ServerError)
})

test('an error has the class of its kind, the code and the status', async () => {
  const { error } = await against([{ status: 409, code: 'revision_conflict' }], (polypost) => polypost.jobs.cancel(7))
  assert.ok(error instanceof ConflictError)
  assert.deepEqual([error.status, error.code, error.message], [409, 'revision_conflict', 'It did not work.'])
})

test('an answer of a proxy is an error that says so', async () => {
  const { error } = await against([{ status: 404 }], (polypost) => polypost.jobs.cancel(7))
  assert.ok(error instanceof ApiError)
  assert.equal(error.code, null)
  assert.match(error.message, /is not from Polypost/)
})

test('a service that is not there is a connection error that names the address', async () => {
  const polypost = new Polypost({ url: `http://127.0.0.1:${await freePort()}`, key: 'pp_test', retries: 0 })
  await assert.rejects(
    async () => polypost.account.getUsage(),
    (error) => {
      assert.ok(error instanceof ConnectionError)
      assert.match(error.message, /127\.0\.0\.1/)
      return true
    },
  )
})

test('a service that is silent is a time-out, and a caller who gives up gets their own reason', async () => {
  const { origin, stop } = await startHttp(() => {})
  const polypost = new Polypost({ url: origin, key: 'pp_test', retries: 0 })
  await assert.rejects(polypost.account.getUsage({ timeout: 50 }), TimeoutError)
  const reason = new Error('enough')
  await assert.rejects(polypost.account.getUsage({ signal: AbortSignal.abort(reason) }), reason)
  await stop()
})
