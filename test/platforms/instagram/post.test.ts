import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../../src/domain/outcome.ts'
import { instagram } from '../../../src/platforms/instagram/index.ts'
import type { Reply, Script, ScriptedCall } from '../../harness/scripted.ts'
import { accountId, graphError, scriptedInstagram } from './scripted.ts'

const { post, ready, container, quota } = instagram.live.actions

const plannedAt = Date.UTC(2026, 10, 21)
const video = { file: 'a', facts: { size: 6 }, url: 'https://media.example/a?x=1&y=2' }
const reel = {
  name: 'container',
  container: {
    shows: { type: 'video', media: video, cover: null },
    parameters: { media_type: 'REELS' },
    sponsored: false,
  },
}
const item = (at: number) => ({
  name: `item-${at}`,
  container: {
    shows: { type: 'image', picture: { url: `https://media.example/${at}` } },
    parameters: {},
    sponsored: false,
  },
})
const carousel = {
  name: 'container',
  container: {
    shows: { type: 'carousel', items: ['item-1', 'item-2'] },
    parameters: { media_type: 'CAROUSEL' },
    sponsored: false,
  },
}
const input: Json = { items: [], main: reel, caption: 'Hello', product: 'REELS', plannedAt }
const results = { ready: { ids: { container: 'C1' }, coverless: false } }

type Answers = Readonly<Record<string, Reply | ((asked: ScriptedCall) => Reply)>>

/** Responses by method and path, without host and version; any other call is an error. */
const by =
  (answers: Answers): Script =>
  (asked) => {
    const call = asked.call.replace(/\/(api|graph|upload)\/(v25\.0\/)?/, '')
    const answer = answers[call] ?? assert.fail(`nobody answers ${call}`)
    return typeof answer === 'function' ? answer(asked) : answer
  }

const state = (status_code: string, status = ''): Reply => ({ body: { id: 'C1', status_code, status } })
const permalink: Reply = { body: { id: 'M1', permalink: 'https://www.instagram.com/reel/abc/' } }
const listed = (...all: object[]): Reply => ({ body: { data: all } })
const found = {
  id: 'M1',
  caption: 'Hello',
  permalink: 'https://www.instagram.com/reel/abc/',
  timestamp: '2026-11-21T00:00:05+0000',
  media_product_type: 'REELS',
}

/** Performs the step repeatedly, with its saved state, until it no longer waits. */
async function until(
  script: Script,
  given: Parameters<Awaited<ReturnType<typeof scriptedInstagram>>['context']>[0] = {},
) {
  const server = await scriptedInstagram(script)
  for (let turn = 0; turn < 20; turn += 1) {
    const outcome = await post.perform(input, server.context({ results, saved: server.saved.at(-1) ?? null, ...given }))
    if (outcome.type !== 'wait')
      return { outcome, asked: server.asked.map(({ call }) => call.replace(/\/api\/v25\.0/, '')) }
  }
  return assert.fail('it waits for ever')
}

describe('a post', () => {
  test('is published when its container is ready, and returns its URL', async () => {
    const { outcome, asked } = await until(
      by({
        'GET C1': state('FINISHED'),
        [`POST ${accountId}/media_publish`]: { body: { id: 'M1' } },
        'GET M1': permalink,
      }),
    )
    assert.deepEqual(outcome, {
      type: 'done',
      result: { id: 'M1' },
      published: { id: 'M1', url: 'https://www.instagram.com/reel/abc/' },
    })
    assert.deepEqual(asked, ['GET /C1', `POST /${accountId}/media_publish`, 'GET /M1'])
  })

  test('whose container is already published is searched, and never published again', async () => {
    const { outcome } = await until(by({ 'GET C1': state('PUBLISHED'), [`GET ${accountId}/media`]: listed(found) }))
    assert.deepEqual(outcome.type === 'done' && outcome.published, { id: 'M1', url: found.permalink })
  })

  test('whose container is published but which is not visible stays in doubt', async () => {
    const { outcome } = await until(by({ 'GET C1': state('PUBLISHED'), [`GET ${accountId}/media`]: listed() }))
    assert.equal(outcome.type, 'unknown')
  })

  test('that turns out not to be ready is published when it is', async () => {
    let tries = 0
    const { outcome, asked } = await until(
      by({
        'GET C1': state('FINISHED'),
        [`POST ${accountId}/media_publish`]: () => (++tries < 3 ? graphError(9007, 2207027) : { body: { id: 'M1' } }),
        'GET M1': permalink,
      }),
    )
    assert.equal(outcome.type, 'done')
    assert.equal(asked.filter((call) => call.startsWith('POST')).length, 3)
  })

  test('whose URL is not available at once is asked for it later, and not published again', async () => {
    let tries = 0
    const { outcome, asked } = await until(
      by({
        'GET C1': state('FINISHED'),
        [`POST ${accountId}/media_publish`]: { body: { id: 'M1' } },
        'GET M1': () => (++tries < 3 ? graphError(100, 33) : permalink),
      }),
    )
    assert.deepEqual(outcome.type === 'done' && outcome.published?.url, found.permalink)
    assert.equal(asked.filter((call) => call.startsWith('POST')).length, 1)
  })

  test('whose URL never becomes available is published all the same', async () => {
    const { outcome } = await until(
      by({
        'GET C1': state('FINISHED'),
        [`POST ${accountId}/media_publish`]: { body: { id: 'M1' } },
        'GET M1': { body: {} },
      }),
    )
    assert.deepEqual(outcome.type === 'done' && outcome.published, { id: 'M1', url: null })
  })

  test('whose container has expired gets a new one', async () => {
    const { outcome, asked } = await until(
      by({
        'GET C1': state('EXPIRED'),
        [`POST ${accountId}/media`]: { body: { id: 'C2' } },
        'GET C2': state('FINISHED'),
        [`POST ${accountId}/media_publish`]: (one) => {
          assert.deepEqual(JSON.parse(one.body.toString()), { creation_id: 'C2' })
          return { body: { id: 'M1' } }
        },
        'GET M1': permalink,
      }),
    )
    assert.equal(outcome.type, 'done')
    assert.equal(asked.filter((call) => call === `POST /${accountId}/media`).length, 1)
  })

  test('whose container can’t be checked is not in doubt, because nothing was published', async () => {
    for (const body of ['{"id":', '<html>', '{}']) {
      const { outcome } = await until(by({ 'GET C1': { body } }))
      assert.equal(outcome.type, 'retry')
    }
  })

  test('whose container is lost again and again fails', async () => {
    const { outcome } = await until(
      by({
        'GET C1': state('EXPIRED'),
        'GET C2': state('EXPIRED'),
        [`POST ${accountId}/media`]: { body: { id: 'C2' } },
      }),
    )
    assert.deepEqual(outcome.type === 'rejected' && outcome.error, 'platform_unavailable')
  })

  test('whose carousel container is lost is created again with all of its items', async () => {
    const made: string[] = []
    const server = await scriptedInstagram(
      by({
        'GET C1': state('FINISHED'),
        [`POST ${accountId}/media`]: ({ body }) => {
          made.push(body.toString())
          return { body: { id: `N${made.length}` } }
        },
        'GET N1': state('FINISHED'),
        'GET N2': state('FINISHED'),
        'GET N3': state('FINISHED'),
        [`POST ${accountId}/media_publish`]: ({ body }) =>
          body.toString().includes('C1') ? graphError(24, 2207006) : { body: { id: 'M1' } },
        'GET M1': permalink,
      }),
    )
    const wanted: Json = { items: [item(1), item(2)], main: carousel, caption: '', product: 'FEED', plannedAt }
    const turn = () => post.perform(wanted, server.context({ results, saved: server.saved.at(-1) ?? null }))
    let outcome = await turn()
    while (outcome.type === 'wait') outcome = await turn()
    assert.equal(outcome.type, 'done')
    assert.equal(JSON.parse(made[2] ?? '').children, 'N1,N2')
  })
})

describe('doubt about a post', () => {
  const ask = async (answers: Answers, saved: Json = null) => {
    const server = await scriptedInstagram(by(answers))
    return post.doubt?.reconcile(input, server.context({ results, saved }))
  }
  const cases: readonly (readonly [what: string, answers: Answers, expected: string])[] = [
    ['a container that is ready', { 'GET C1': state('FINISHED') }, 'absent'],
    ['one that Instagram works on', { 'GET C1': state('IN_PROGRESS') }, 'absent'],
    ['one that has expired', { 'GET C1': state('EXPIRED') }, 'absent'],
    [
      'one that is published, with its post',
      { 'GET C1': state('PUBLISHED'), [`GET ${accountId}/media`]: listed(found) },
      'found',
    ],
    [
      'one that is published, without its post',
      { 'GET C1': state('PUBLISHED'), [`GET ${accountId}/media`]: listed() },
      'cannot_tell',
    ],
    [
      'one that is published, beside posts of other words, of other kinds, and older ones',
      {
        'GET C1': state('PUBLISHED'),
        [`GET ${accountId}/media`]: listed(
          { ...found, caption: 'Other' },
          { ...found, media_product_type: 'FEED' },
          { ...found, timestamp: '2026-11-20T20:00:00+0000' },
        ),
      },
      'cannot_tell',
    ],
    [
      'one that nobody is shown, with its post',
      { 'GET C1': graphError(100, 33), [`GET ${accountId}/media`]: listed(found) },
      'found',
    ],
    [
      'one that nobody is shown, without its post',
      { 'GET C1': graphError(100, 33), [`GET ${accountId}/media`]: listed() },
      'cannot_tell',
    ],
    ['an Instagram that is broken', { 'GET C1': { status: 500, body: 'no' } }, 'retry'],
    ['a login that has ended', { 'GET C1': graphError(190, 463) }, 'expired'],
  ]
  for (const [what, answers, expected] of cases)
    test(`is resolved by a check: ${what}`, async () => {
      assert.equal((await ask(answers))?.type, expected)
    })
})

describe('a container', () => {
  const readyInput: Json = { containers: [reel] }
  const made = { container: { id: 'C1', uri: null, coverless: false } }

  async function wait(answers: Answers) {
    const server = await scriptedInstagram(by(answers))
    const pauses: number[] = []
    for (let turn = 0; turn < 30; turn += 1) {
      const context = server.context({ results: made, saved: server.saved.at(-1) ?? null })
      const outcome = await ready.perform(readyInput, context)
      if (outcome.type !== 'wait') return { outcome, pauses, asked: server.asked.map(({ call }) => call) }
      pauses.push(outcome.pause)
    }
    return assert.fail('it waits for ever')
  }

  test('that failed with a temporary error is created again after growing pauses, at most four times', async () => {
    const { outcome, pauses, asked } = await wait({
      'GET C1': state('ERROR', 'Error: Media upload has failed with error code 2207052'),
      [`POST ${accountId}/media`]: { body: { id: 'C1' } },
    })
    assert.deepEqual(outcome.type === 'rejected' && outcome.error, 'media_rejected')
    assert.equal(asked.filter((call) => call.startsWith('POST')).length, 4)
    // Between them it is looked at again after two seconds.
    assert.deepEqual(
      pauses.filter((pause) => pause > 2_000),
      [15_000, 60_000, 180_000, 480_000],
    )
  })

  test('that failed because of its file is not created again', async () => {
    const { outcome, asked } = await wait({
      'GET C1': state('ERROR', 'Error: Media upload has failed with error code 2207026'),
    })
    assert.match(outcome.type === 'rejected' ? outcome.message : '', /2207026/)
    assert.equal(asked.length, 1)
  })

  test('whose status nobody may read is treated as ready after a while', async () => {
    const { outcome, pauses } = await wait({ 'GET C1': graphError(100, 33) })
    assert.ok(pauses.every((pause) => pause > 0 && pause <= 60_000))
    assert.deepEqual(outcome, { type: 'done', result: { ids: { container: 'C1' }, coverless: false } })
  })

  const bytes = Buffer.from('video!')
  const byFacebook = (answers: Answers) => scriptedInstagram(by(answers), 'facebook')

  test('receives the rest of a video whose upload was interrupted', async () => {
    let body: Buffer = Buffer.alloc(0)
    const server = await byFacebook({
      'GET C1': { body: { id: 'C1', video_status: { uploading_phase: { bytes_transferred: 2 } } } },
      'POST ig-api-upload/C1': (asked) => {
        assert.equal(asked.headers.offset, '2')
        assert.equal(asked.headers.authorization, 'OAuth page-token')
        body = asked.body
        return { body: { success: true } }
      },
    })
    const saved = { id: 'C1', uri: `${server.origin}/upload/ig-api-upload/C1`, coverless: false }
    const outcome = await container.perform(reel.container, server.context({ saved, files: { a: bytes } }))
    assert.equal(outcome.type, 'done')
    assert.equal(body.toString(), 'deo!')
  })

  test('that requests its bytes at a foreign URL gets none', async () => {
    const server = await byFacebook({
      [`POST ${accountId}/media`]: { body: { id: 'C1', uri: 'https://evil.example/ig-api-upload/C1' } },
    })
    const outcome = await container.perform(reel.container, server.context({ files: { a: bytes } }))
    assert.deepEqual(outcome.type === 'rejected' && outcome.error, 'platform_rejected')
  })

  test('is created with the token of the Page, and read with that of the person', async () => {
    const tokens: string[] = []
    const keep =
      (reply: Reply) =>
      ({ headers }: ScriptedCall): Reply => {
        tokens.push(headers.authorization ?? '')
        return reply
      }
    const image: Json = { ...item(1).container }
    const server = await byFacebook({
      [`POST ${accountId}/media`]: keep({ body: { id: 'C1' } }),
      'GET C1': keep(state('FINISHED')),
    })
    await container.perform(image, server.context())
    await ready.perform({ containers: [{ name: 'container', container: image }] }, server.context({ results: made }))
    assert.deepEqual(tokens, ['Bearer page-token', 'Bearer user-token'])
    for (const { query } of server.asked) assert.match(query.appsecret_proof ?? '', /^[0-9a-f]{64}$/)
  })

  test('that may have been published with one token is not published with the other', async () => {
    const tokens: (string | undefined)[] = []
    const server = await byFacebook({
      'GET C1': state('FINISHED'),
      [`POST ${accountId}/media_publish`]: ({ headers }) => {
        tokens.push(headers.authorization)
        return graphError(10, undefined, 500)
      },
    })
    const outcome = await post.perform(input, server.context({ results }))
    assert.equal(outcome.type, 'unknown')
    assert.deepEqual(tokens, ['Bearer page-token'])
  })

  test('is requested with the other token if one is refused', async () => {
    const server = await byFacebook({
      [`POST ${accountId}/media`]: ({ headers }) =>
        headers.authorization === 'Bearer page-token' ? graphError(10) : { body: { id: 'C1' } },
    })
    const outcome = await container.perform({ ...item(1).container }, server.context())
    assert.equal(outcome.type, 'done')
  })
})

describe('the daily post limit', () => {
  const ask = async (answer: Reply) => {
    const server = await scriptedInstagram(by({ [`GET ${accountId}/content_publishing_limit`]: answer }))
    return quota.perform({}, server.context())
  }
  const told = (quota_usage: number, quota_total?: number): Reply => ({
    body: {
      data: [
        { quota_usage, ...(quota_total === undefined ? {} : { config: { quota_total, quota_duration: 86_400 } }) },
      ],
    },
  })

  test('makes the whole account wait if it is used up', async () => {
    const outcome = await ask(told(50, 50))
    assert.ok(outcome.type === 'retry' && outcome.wholeAccount && (outcome.pause ?? 0) > 0)
    assert.equal(outcome.error, 'quota_exhausted')
  })

  for (const [what, answer] of [
    ['one is left', told(49, 50)],
    ['Instagram names no number', told(49)],
    ['it is not told', graphError(10)],
    ['the list is empty', { body: { data: [] } }],
  ] as const)
    test(`does not block if ${what}`, async () => assert.equal((await ask(answer)).type, 'done'))
})
