import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { behaviours, type FaultKind, faultOperations, refusals } from '../../src/sandbox/shared/simulator.ts'
import { eventually } from '../harness/eventually.ts'
import { png } from '../harness/small-media.ts'
import {
  postOf,
  recordKey,
  type Session,
  type SimulatedBluesky,
  startSimulatedBluesky,
} from '../platforms/bluesky/simulator/start.ts'

let bluesky: SimulatedBluesky
let session: Session
before(async () => {
  bluesky = await startSimulatedBluesky()
})
beforeEach(async () => {
  await bluesky.sandbox.control('POST', '/reset')
  session = await bluesky.signIn('author')
})
after(() => bluesky.stop())

const ask = (fault: { operation: string; kind: FaultKind; times?: number; after?: number }) =>
  bluesky.sandbox.control('POST', '/bluesky/faults', fault)
const taken = async () => (await bluesky.sandbox.posts('bluesky')).length
const lastRequest = async () => (await bluesky.sandbox.requests('bluesky')).at(-1)

/** Long enough for a real response, and short for a missing one. */
const patience = 2_000

/** Creates a post with this timeout; returns the response as text, or why there is none. */
async function write(
  text: string,
  rkey = recordKey(),
): Promise<{ status: number; text: string } | 'time-out' | 'cut off'> {
  const record = postOf(text)
  const body = JSON.stringify({ repo: session.did, collection: record.$type, rkey, record, swapRecord: null })
  try {
    const response = await fetch(`${bluesky.host('pds')}/xrpc/com.atproto.repo.putRecord`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(patience),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'time-out' : 'cut off'
  }
}
const statusOf = async (...given: Parameters<typeof write>) => {
  const got = await write(...given)
  return typeof got === 'string' ? got : got.status
}

describe('a refusal has the form of the platform, and nothing is stored', () => {
  const words: Readonly<Record<(typeof refusals)[number], readonly [status: number, error: string]>> = {
    rate_limit: [429, 'RateLimitExceeded'],
    server_error: [500, 'InternalServerError'],
    token_expired: [400, 'ExpiredToken'],
    token_revoked: [400, 'InvalidToken'],
    permission_missing: [403, 'ScopeMissingError'],
    duplicate: [400, 'InvalidSwap'],
    media_rejected: [400, 'InvalidMimeType'],
    daily_quota: [429, 'RateLimitExceeded'],
  }
  for (const kind of refusals)
    test(kind, async () => {
      await ask({ operation: 'create', kind })
      const refused = await bluesky.put(session, postOf(kind))
      assert.deepEqual([refused.status, refused.body.error], words[kind])
      assert.equal(await taken(), 0)
      assert.equal((await lastRequest())?.fault, kind)
      assert.equal((await bluesky.put(session, postOf(kind))).status, 200)
    })

  test('rate_limit and daily_quota report when calls are accepted again', async () => {
    for (const [kind, longest] of [
      ['rate_limit', 300],
      ['daily_quota', 86_400],
    ] as const) {
      await ask({ operation: 'create', kind })
      const wait = Number((await bluesky.put(session, postOf(kind))).headers.get('retry-after'))
      assert.ok(wait > 0 && wait <= longest, `${kind}: ${wait}`)
    }
  })
})

describe('an interruption', () => {
  test('timeout_before: no response, and nothing is stored', async () => {
    await ask({ operation: 'create', kind: 'timeout_before' })
    assert.equal(await statusOf('lost'), 'time-out')
    assert.equal(await taken(), 0)
    const { status, fault } = (await lastRequest()) ?? {}
    assert.deepEqual([status, fault], [null, 'timeout_before'])
  })

  test('timeout_after: no response, and the post is stored', async () => {
    await ask({ operation: 'create', kind: 'timeout_after' })
    assert.equal(await statusOf('taken'), 'time-out')
    assert.equal(await taken(), 1)
  })

  test('server_error_after: a 5xx, and the post is stored', async () => {
    await ask({ operation: 'create', kind: 'server_error_after' })
    assert.equal(await statusOf('taken'), 500)
    assert.equal(await taken(), 1)
  })

  test('reset: the connection is cut, and nothing is stored', async () => {
    await ask({ operation: 'create', kind: 'reset' })
    assert.equal(await statusOf('cut'), 'cut off')
    assert.equal(await taken(), 0)
  })

  test('malformed_json: a 200 with broken JSON, and the post is stored', async () => {
    await ask({ operation: 'create', kind: 'malformed_json' })
    const got = await write('garbled')
    assert.ok(typeof got === 'object' && got.status === 200)
    assert.throws(() => JSON.parse(got.text))
    assert.equal(await taken(), 1)
  })

  test('a repeated call finds the stored post', async () => {
    for (const kind of ['timeout_after', 'server_error_after', 'malformed_json'] as const) {
      const rkey = recordKey()
      await ask({ operation: 'create', kind })
      await write(kind, rkey)
      assert.equal(await statusOf(kind, rkey), 200)
    }
    assert.equal(await taken(), 3)
  })
})

describe('a fault applies', () => {
  test('`times` times, after `after` calls', async () => {
    await ask({ operation: 'create', kind: 'server_error', times: 2, after: 1 })
    const statuses = []
    for (let call = 0; call < 4; call += 1) statuses.push(await statusOf(`call ${call}`))
    assert.deepEqual(statuses, [200, 500, 500, 200])
  })

  test('one after the other if there are several', async () => {
    await ask({ operation: 'create', kind: 'rate_limit' })
    await ask({ operation: 'create', kind: 'server_error' })
    assert.deepEqual([await statusOf('a'), await statusOf('b'), await statusOf('c')], [429, 500, 200])
  })

  test('to calls of its operation only, and to all calls with `*`', async () => {
    const reply = { root: { uri: 'at://did:plc:a/app.bsky.feed.post/3l4q2s2hfpc22', cid: `bafyrei${'a'.repeat(52)}` } }
    const comment = postOf('a comment', { reply: { ...reply, parent: reply.root } })
    const calls: Readonly<Record<(typeof faultOperations)[number], () => Promise<{ status: number }>>> = {
      token: () => bluesky.call('com.atproto.server.refreshSession', { token: session.refresh }),
      account: () => bluesky.call('com.atproto.server.getSession', { token: session.access }),
      upload: () =>
        bluesky.call('com.atproto.repo.uploadBlob', {
          token: session.access,
          bytes: { type: 'image/png', body: new Uint8Array(png) },
        }),
      status: () => bluesky.call('app.bsky.video.getJobStatus', { host: 'video', query: { jobId: 'none' } }),
      create: () => bluesky.put(session, postOf('a post')),
      comment: () => bluesky.put(session, comment),
      read: () => bluesky.call('com.atproto.repo.listRecords', { query: { repo: session.did, collection: 'a.b.c' } }),
      metrics: () => bluesky.call('app.bsky.feed.getPosts', { host: 'appview', query: { uris: [reply.root.uri] } }),
    }
    for (const operation of faultOperations) {
      await bluesky.sandbox.control('DELETE', '/bluesky/faults')
      await ask({ operation, kind: 'rate_limit' })
      for (const other of faultOperations)
        if (other !== operation) assert.notEqual((await calls[other]()).status, 429, `${operation} met by ${other}`)
      assert.equal((await calls[operation]()).status, 429, operation)
      await ask({ operation: '*', kind: 'rate_limit' })
      assert.equal((await calls[operation]()).status, 429, `* met by ${operation}`)
    }
  })

  test('inside the platform if it is a behaviour, and to no call before', async () => {
    for (const kind of behaviours) await ask({ operation: 'upload', kind })
    assert.equal(await statusOf('a post'), 200)
    assert.equal((await bluesky.sandbox.control('GET', '/bluesky/faults')).body.faults.length, behaviours.length)
  })
})

describe('a text can contain faults', () => {
  test('once, or as often as it says; then the call succeeds', async () => {
    assert.deepEqual(
      [await statusOf('[[sandbox:rate_limit]] a'), await statusOf('[[sandbox:rate_limit]] a')],
      [429, 200],
    )
    const twice = 'b [[sandbox:server_error:2]]'
    assert.deepEqual([await statusOf(twice), await statusOf(twice), await statusOf(twice)], [500, 500, 200])
  })

  test('several, in their order', async () => {
    const text = '[[sandbox:server_error]] [[sandbox:timeout_after]]'
    const rkey = recordKey()
    const got = [await statusOf(text, rkey), await statusOf(text, rkey), await statusOf(text, rkey)]
    assert.deepEqual(got, [500, 'time-out', 200])
    assert.equal(await taken(), 1)
  })

  test('which are counted for each text on its own', async () => {
    assert.equal(await statusOf('[[sandbox:rate_limit]] c'), 429)
    assert.equal(await statusOf('[[sandbox:rate_limit]] d'), 429)
  })

  test('that do not exist: they are ignored', async () => {
    assert.equal(await statusOf('[[sandbox:explode]] [[sandbox:]]'), 200)
  })

  test('that are behaviours, which the platform checks', async () => {
    const { uri } = (await bluesky.put(session, postOf('[[sandbox:list_lag]]'))).body
    const isSeen = async () =>
      (await bluesky.call('app.bsky.feed.getPosts', { host: 'appview', query: { uris: [uri] } })).body.posts.length ===
      1
    bluesky.sandbox.pass(30_000)
    assert.equal(await isSeen(), false)
    bluesky.sandbox.pass(31_000)
    assert.equal(await isSeen(), true)
  })
})

test('a held client is disconnected when the sandbox stops', async () => {
  const other = await startSimulatedBluesky()
  await other.sandbox.control('POST', '/bluesky/faults', { operation: 'account', kind: 'timeout_before' })
  const held = fetch(`${other.host('pds')}/xrpc/com.atproto.server.describeServer`).catch(() => 'let go')
  await eventually('it is held', async () => (await other.sandbox.requests('bluesky')).length === 1)
  await other.stop()
  assert.equal(await held, 'let go')
})
