import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Content, ContentMedia } from '../../../src/domain/content.ts'
import type { Json } from '../../../src/domain/outcome.ts'
import type { PlannedStep } from '../../../src/domain/plan.ts'
import { bluesky } from '../../../src/platforms/bluesky/index.ts'
import type { Action } from '../../../src/platforms/shared/action.ts'
import type { StepContext } from '../../../src/platforms/shared/context.ts'
import { content, media } from '../../harness/content.ts'
import { calls, home, refusedWith, type Script, scripted } from './scripted.ts'

const actions: Readonly<Record<string, Action>> = bluesky.live.actions

const bytes = Buffer.from('the bytes of a picture')
const blob = { $type: 'blob', ref: { $link: 'bafkreione' }, mimeType: 'image/png', size: bytes.length }
const cid = 'bafyreione'

const picture: ContentMedia = {
  ...media({ contentType: 'image/png', size: bytes.length, width: 40, height: 30 }, 'A cat'),
  file: 'picture',
}
const film: ContentMedia = { ...picture, file: 'film', facts: { ...picture.facts, contentType: 'video/mp4' } }
const files = { picture: bytes, film: bytes }

const planned = (changes: Partial<Content>): readonly PlannedStep[] =>
  bluesky.live.plan(
    content({ text: '', ...changes }),
    { remoteId: home.did, username: home.handle, eligible: false },
    { now: Date.UTC(2026, 10, 21), fraction: () => 0.5 },
  )

const stepOf = (changes: Partial<Content>, name: string): PlannedStep =>
  planned(changes).find((step) => step.name === name) ?? assert.fail(`no step ${name}`)

const actionOf = ({ action }: PlannedStep): Action => actions[action] ?? assert.fail(`no action ${action}`)
const perform = (step: PlannedStep, context: StepContext) => actionOf(step).perform(step.input, context)
const reconcile = (step: PlannedStep, context: StepContext) =>
  actionOf(step).doubt?.reconcile(step.input, context) ?? assert.fail('can’t be in doubt')

const keyOf = ({ input }: PlannedStep): string => Object(input).key
const uriOf = (step: PlannedStep) => `at://${home.did}/app.bsky.feed.post/${keyOf(step)}`

const put = 'POST /pds/xrpc/com.atproto.repo.putRecord'
const get = 'GET /pds/xrpc/com.atproto.repo.getRecord'
const upload = 'POST /pds/xrpc/com.atproto.repo.uploadBlob'
const resolve = 'GET /entryway/xrpc/com.atproto.identity.resolveHandle'

/** The result of a step with the given responses of the server. */
async function run(step: PlannedStep, script: Script, results: Readonly<Record<string, Json>> = {}) {
  const { origin, asked, context } = await scripted(() => script)
  const outcome = await perform(step, context({ results, files }))
  const sent = asked.filter(({ call }) => call === put).map(({ body }) => JSON.parse(String(body)))
  return { origin, asked, outcome, sent }
}

const told = (outcome: { readonly type: string; readonly error?: unknown }) =>
  'error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type

describe('mentions', () => {
  const step = stepOf({ text: '@bob.test @nobody.test' }, 'mentions')

  test('are resolved, and an unknown handle is left out', async () => {
    const { outcome } = await run(step, {
      [resolve]: ({ query }) =>
        query.handle === 'bob.test' ? { body: { did: 'did:plc:bob' } } : refusedWith(400, 'InvalidRequest'),
    })
    assert.deepEqual(outcome, { type: 'done', result: { 'bob.test': 'did:plc:bob' } })
  })

  test('are retried if the server is unavailable', async () => {
    for (const reply of [{ status: 502 }, refusedWith(429, 'RateLimitExceeded')])
      assert.equal((await run(step, { [resolve]: reply })).outcome.type, 'retry')
  })
})

describe('an image', () => {
  const step = stepOf({ media: [picture] }, 'upload-1')

  test('is sent with its type and length', async () => {
    const { outcome, asked } = await run(step, { [upload]: { body: { blob } } })
    assert.deepEqual(outcome, { type: 'done', result: { blob } })
    const { headers, body } = asked[0] ?? assert.fail('nothing was sent')
    assert.deepEqual(
      [headers.authorization, headers['content-type'], headers['content-length']],
      ['Bearer access', 'image/png', String(bytes.length)],
    )
    assert.ok(body.equals(bytes))
  })

  const refusals = [
    [{ status: 413, body: '<html>' }, 'rejected media_rejected'],
    [refusedWith(413, 'PayloadTooLarge'), 'rejected media_rejected'],
    [refusedWith(400, 'InvalidRequest'), 'rejected media_rejected'],
    [refusedWith(400, 'ExpiredToken'), 'expired'],
    [{ status: 500 }, 'retry platform_unavailable'],
  ] as const
  for (const [reply, expected] of refusals)
    test(`that is answered with ${JSON.stringify(reply)}: ${expected}`, async () => {
      assert.equal(told((await run(step, { [upload]: reply })).outcome), expected)
    })
})

describe('a post', () => {
  const step = stepOf(
    { text: 'Hi @bob.test @nobody.test #tag example.com', media: [picture], options: { langs: ['en'] } },
    'post',
  )
  const results = { mentions: { 'bob.test': 'did:plc:bob' }, 'upload-1': { blob } }
  const done = { body: { uri: uriOf(step), cid, validationStatus: 'valid' } }
  const record = {
    $type: 'app.bsky.feed.post',
    text: 'Hi @bob.test @nobody.test #tag example.com',
    createdAt: '2026-11-21T00:00:00.000Z',
    langs: ['en'],
    facets: [
      {
        index: { byteStart: 3, byteEnd: 12 },
        features: [{ $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:bob' }],
      },
      { index: { byteStart: 26, byteEnd: 30 }, features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'tag' }] },
      {
        index: { byteStart: 31, byteEnd: 42 },
        features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com' }],
      },
    ],
    embed: {
      $type: 'app.bsky.embed.images',
      images: [{ image: blob, alt: 'A cat', aspectRatio: { width: 40, height: 30 } }],
    },
  }
  const published = (origin: string) => ({
    type: 'done',
    result: { uri: uriOf(step), cid },
    published: { id: uriOf(step), url: `${origin}/web/profile/${home.did}/post/${keyOf(step)}` },
  })

  test('is stored under its own key, which must not exist yet', async () => {
    const { origin, outcome, sent } = await run(step, { [put]: done }, results)
    assert.deepEqual(outcome, published(origin))
    const { swapRecord, ...rest } = sent[0]
    assert.equal(swapRecord, null)
    assert.deepEqual(rest, { repo: home.did, collection: 'app.bsky.feed.post', rkey: keyOf(step), record })
  })

  test('is identical when it is sent again', async () => {
    const [one, other] = [await run(step, { [put]: done }, results), await run(step, { [put]: done }, results)]
    assert.deepEqual(one.sent, other.sent)
  })

  test('of text alone has no empty fields', async () => {
    const bare = stepOf({ text: 'Hello' }, 'post')
    const { sent } = await run(bare, { [put]: done })
    assert.deepEqual(sent[0].record, {
      $type: 'app.bsky.feed.post',
      text: 'Hello',
      createdAt: '2026-11-21T00:00:00.000Z',
    })
  })

  const refusals = [
    [refusedWith(400, 'ExpiredToken'), 'expired'],
    [refusedWith(400, 'InvalidRequest', 'Invalid app.bsky.feed.post record'), 'rejected content_rejected'],
    [refusedWith(429, 'RateLimitExceeded'), 'retry rate_limited'],
    [refusedWith(500, 'InternalServerError', 'Internal Server Error'), 'unknown'],
    [{ status: 502, body: '<html>' }, 'unknown'],
  ] as const
  for (const [reply, expected] of refusals)
    test(`that is answered with ${JSON.stringify(reply)}: ${expected}`, async () => {
      assert.equal(told((await run(step, { [put]: reply }, results)).outcome), expected)
    })

  test('with an unreadable response throws', async () => {
    for (const body of ['{"uri":', { odd: true }]) await assert.rejects(run(step, { [put]: { body } }, results))
  })

  describe('whose key exists already', () => {
    const taken = refusedWith(400, 'InvalidSwap', 'Record was at bafyreione')
    const there = (createdAt: string) => ({ body: { uri: uriOf(step), cid, value: { ...record, createdAt } } })

    test('is published, if it is this post', async () => {
      const { origin, outcome } = await run(step, { [put]: taken, [get]: there(record.createdAt) }, results)
      assert.deepEqual(outcome, published(origin))
    })

    test('is refused, if no record is there after all', async () => {
      const { outcome } = await run(step, { [put]: taken, [get]: refusedWith(400, 'RecordNotFound') }, results)
      assert.equal(told(outcome), 'rejected duplicate_content')
    })

    test('is in doubt, if another record is there or it can’t be read', async () => {
      for (const reply of [there('2020-01-01T00:00:00.000Z'), { status: 500 }])
        assert.equal((await run(step, { [put]: taken, [get]: reply }, results)).outcome.type, 'unknown')
    })
  })

  describe('in doubt', () => {
    const ask = async (reply: Script[string]) => {
      const { origin, asked, context } = await scripted(() => ({ [get]: reply }))
      return { origin, asked, presence: await reconcile(step, context()) }
    }

    test('is found under its key, without a login', async () => {
      const { origin, asked, presence } = await ask({ body: { uri: uriOf(step), cid, value: record } })
      assert.deepEqual(presence, { ...published(origin), type: 'found' })
      assert.deepEqual(asked[0]?.query, { repo: home.did, collection: 'app.bsky.feed.post', rkey: keyOf(step) })
      assert.equal(asked[0]?.headers.authorization, undefined)
    })

    const answers = [
      [refusedWith(400, 'RecordNotFound'), 'absent'],
      [{ body: { uri: uriOf(step), cid, value: { text: 'Another' } } }, 'cannot_tell'],
      [refusedWith(400, 'RepoNotFound'), 'cannot_tell'],
      [{ status: 500 }, 'retry platform_unavailable'],
      [refusedWith(429, 'RateLimitExceeded'), 'retry rate_limited'],
    ] as const
    for (const [reply, expected] of answers)
      test(`${expected}: ${JSON.stringify(reply)}`, async () =>
        assert.equal(told((await ask(reply)).presence), expected))

    test('may be sent again at once, because its key prevents a second one', () => {
      const { doubt } = actionOf(step)
      assert.deepEqual([doubt?.repeatable(step.input), doubt?.settleTime], [true, 0])
    })

    test('has an address where a person can look', async () => {
      const { origin, context } = await scripted(() => ({}))
      const places = actionOf(step).doubt?.lookAt(step.input, context())
      assert.deepEqual(places, [`${origin}/web/profile/${home.did}/post/${keyOf(step)}`])
    })
  })

  describe('whose uploads the server has deleted in the meantime', () => {
    const dropped = refusedWith(400, 'BlobNotFound', 'Could not find blob: bafkreione')

    test('uploads its images again, and stays the same', async () => {
      const script = { [put]: [dropped, done], [upload]: { body: { blob } } }
      const { origin, asked, outcome, sent } = await run(step, script, results)
      assert.deepEqual(outcome, published(origin))
      assert.deepEqual(sent[0], sent[1])
      assert.deepEqual(calls(asked), [
        'POST /pds com.atproto.repo.putRecord',
        'POST /pds com.atproto.repo.uploadBlob',
        'POST /pds com.atproto.repo.putRecord',
      ])
    })

    test('fails as the upload of its images does', async () => {
      const again = (reply: Script[string]) => run(step, { [put]: dropped, [upload]: reply }, results)
      assert.equal(told((await again(refusedWith(400, 'ExpiredToken'))).outcome), 'expired')
      assert.equal(told((await again({ body: { blob } })).outcome), 'rejected media_unavailable')
    })

    test('has its card without a picture', async () => {
      const linked = stepOf({ text: 'https://news.test/a' }, 'post')
      const card = { title: 'News', description: 'Told', thumb: blob }
      const { outcome, sent } = await run(linked, { [put]: [dropped, done] }, { 'link-card': card })
      assert.equal(outcome.type, 'done')
      const external = { uri: 'https://news.test/a', title: 'News', description: 'Told' }
      assert.deepEqual(
        sent.map(({ record: { embed } }) => embed.external),
        [{ ...external, thumb: blob }, external],
      )
    })

    test('is refused if it has a video', async () => {
      const { outcome } = await run(stepOf({ media: [film] }, 'post'), { [put]: dropped }, { processing: { blob } })
      assert.equal(told(outcome), 'rejected media_unavailable')
    })
  })
})

describe('a comment', () => {
  const thread = { text: 'Hello', comments: ['one', 'two', 'three'] }
  const references = {
    post: { uri: 'at://p', cid: 'p' },
    'comment-1': { uri: 'at://1', cid: '1' },
    'comment-2': { uri: 'at://2', cid: '2' },
  }
  const replied = async (name: string, results: Readonly<Record<string, Json>>) => {
    const step = stepOf(thread, name)
    const { outcome, sent } = await run(step, { [put]: { body: { uri: uriOf(step), cid } } }, results)
    assert.equal(outcome.type, 'done')
    return sent[0].record.reply
  }
  const { post, ...replies } = references

  test('replies to the one before it, in the thread of the post', async () => {
    assert.deepEqual(await replied('comment-1', { post }), { root: post, parent: post })
    assert.deepEqual(await replied('comment-2', references), { root: post, parent: replies['comment-1'] })
    assert.deepEqual(await replied('comment-3', references), { root: post, parent: replies['comment-2'] })
  })

  test('replies to the last one that was published', async () => {
    assert.deepEqual(await replied('comment-3', { ...references, 'comment-2': null }), {
      root: post,
      parent: replies['comment-1'],
    })
    assert.deepEqual(await replied('comment-3', { post }), { root: post, parent: post })
  })
})
