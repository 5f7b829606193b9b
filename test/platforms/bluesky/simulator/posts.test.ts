import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { recordCid } from '../../../../src/sandbox/platforms/bluesky/cid.ts'
import { faultsOf } from '../spec/lexicon.ts'
import {
  type Answer,
  collection,
  postOf,
  recordKey,
  type Session,
  type SimulatedBluesky,
  startSimulatedBluesky,
} from './start.ts'

let bluesky: SimulatedBluesky
let session: Session
before(async () => {
  bluesky = await startSimulatedBluesky()
  await bluesky.sandbox.control('POST', '/bluesky/settings', { rateLimits: false })
  session = await bluesky.signIn('writer')
})
after(() => bluesky.stop())

const repo = (method: string) => `com.atproto.repo.${method}`
const shown = async (text: string) => (await bluesky.sandbox.posts('bluesky')).filter((post) => post.text === text)

test('a record’s CID is that of its DAG-CBOR, as other software computes it', () => {
  // Computed with @atproto/common 0.6, by cidForCbor.
  const record = {
    $type: 'app.bsky.feed.post',
    text: 'hé😀',
    n: -5,
    big: 70_000,
    h: 2 ** 40,
    list: [1, true, null, 'x'.repeat(300)],
    createdAt: 'x',
    langs: ['en'],
  }
  assert.equal(recordCid(record), 'bafyreic65ygo7qzw3efcizlpx4umzkdshzl5u4bogao453wc3j7z73ikmm')
})

describe('a put', () => {
  test('makes a post that is in the repository, in the ledger and at its URL', async () => {
    const record = postOf('a first post', { langs: ['en', 'pl', 'pt-BR'] })
    const rkey = recordKey()
    const { status, body } = await bluesky.put(session, record, rkey)
    assert.deepEqual([status, body.validationStatus], [200, 'valid'])
    assert.equal(body.uri, `at://${session.did}/${collection}/${rkey}`)
    const query = { repo: session.did, collection, rkey }
    const read = (await bluesky.call(repo('getRecord'), { query })).body
    assert.deepEqual(read, { uri: body.uri, cid: body.cid, value: record })
    const [post, ...more] = await shown('a first post')
    assert.deepEqual(more, [])
    assert.deepEqual([post?.id, post?.account_id, post?.media_count, post?.reply_to], [body.uri, session.did, 0, null])
    assert.match(await (await fetch(post?.url ?? '')).text(), /a first post/)
  })

  test('of the same record again writes nothing, whatever swap it requests', async () => {
    const rkey = recordKey()
    const first = (await bluesky.put(session, postOf('once'), rkey)).body
    const again = await bluesky.put(session, postOf('once'), rkey)
    assert.deepEqual([again.status, again.body.cid, again.body.commit], [200, first.cid, undefined])
    assert.equal((await shown('once')).length, 1)
  })

  test('of another record under a key that must be free is refused with the existing one', async () => {
    const rkey = recordKey()
    const { cid } = (await bluesky.put(session, postOf('mine'), rkey)).body
    const refused = await bluesky.put(session, postOf('other'), rkey)
    assert.deepEqual([refused.status, refused.body], [400, { error: 'InvalidSwap', message: `Record was at ${cid}` }])
    assert.deepEqual(await shown('other'), [])
  })

  test('replaces the record that it names, or any record if it names none', async () => {
    const rkey = recordKey()
    const { cid } = (await bluesky.put(session, postOf('before'), rkey)).body
    const json = { repo: session.did, collection, rkey, record: postOf('after') }
    const named = await bluesky.call(repo('putRecord'), { token: session.access, json: { ...json, swapRecord: cid } })
    assert.equal(named.status, 200)
    const free = { ...json, record: postOf('later') }
    assert.equal((await bluesky.call(repo('putRecord'), { token: session.access, json: free })).status, 200)
    assert.deepEqual([(await shown('before')).length, (await shown('later')).length], [0, 1])
  })

  test('is refused in the repository of another account, and without a login', async () => {
    const other = await bluesky.signIn('somebody else')
    const json = { repo: other.did, collection, rkey: recordKey(), record: postOf('not mine') }
    assert.equal((await bluesky.call(repo('putRecord'), { token: session.access, json })).status, 401)
    assert.equal((await bluesky.call(repo('putRecord'), { json })).body.error, 'AuthMissing')
  })

  test('that is too late for a commit is refused with the newest one', async () => {
    const { commit } = (await bluesky.put(session, postOf('newest'))).body
    await bluesky.put(session, postOf('newer than newest'))
    const json = { repo: session.did, collection, rkey: recordKey(), record: postOf('late'), swapCommit: commit.cid }
    const refused = await bluesky.call(repo('putRecord'), { token: session.access, json })
    assert.deepEqual([refused.status, refused.body.error], [400, 'InvalidSwap'])
    assert.match(refused.body.message, /^Commit was at bafyrei/)
  })

  test('of a record without a known schema is accepted as unknown', async () => {
    const json = { repo: session.did, collection: 'com.example.note', rkey: 'self', record: { any: 'thing' } }
    const { body } = await bluesky.call(repo('putRecord'), { token: session.access, json })
    assert.equal(body.validationStatus, 'unknown')
    const checked = await bluesky.call(repo('putRecord'), { token: session.access, json: { ...json, validate: true } })
    assert.equal(checked.body.error, 'InvalidRequest')
  })
})

describe('a create', () => {
  const create = (json: object) =>
    bluesky.call(repo('createRecord'), { token: session.access, json: { repo: session.handle, collection, ...json } })

  test('generates a key, or uses the given one', async () => {
    assert.match((await create({ record: postOf('chosen') })).body.uri, /\/[a-z2-7]{13}$/)
    const rkey = recordKey()
    assert.ok((await create({ rkey, record: postOf('given') })).body.uri.endsWith(rkey))
  })

  test('under a key that exists fails like a server error', async () => {
    const rkey = recordKey()
    await create({ rkey, record: postOf('taken') })
    const { status, body } = await create({ rkey, record: postOf('taken') })
    assert.deepEqual([status, body], [500, { error: 'InternalServerError', message: 'Internal Server Error' }])
    assert.equal((await shown('taken')).length, 1)
  })
})

test('a deleted post is deleted everywhere, and deleting it again is not an error', async () => {
  const rkey = recordKey()
  const { uri } = (await bluesky.put(session, postOf('short-lived'), rkey)).body
  const json = { repo: session.did, collection, rkey }
  const remove = () => bluesky.call(repo('deleteRecord'), { token: session.access, json })
  assert.ok((await remove()).body.commit)
  assert.deepEqual((await remove()).body, {})
  assert.deepEqual(await shown('short-lived'), [])
  const missing = await bluesky.call(repo('getRecord'), { query: json })
  assert.deepEqual([missing.status, missing.body.error], [400, 'RecordNotFound'])
  bluesky.sandbox.pass(60_000)
  assert.deepEqual((await bluesky.call('app.bsky.feed.getPosts', { host: 'appview', query: { uris: [uri] } })).body, {
    posts: [],
  })
})

test('a list is in the order of keys, newest first, and is read page by page', async () => {
  const lister = await bluesky.signIn('lister')
  const keys = [1, 2, 3, 4, 5].map((time) => recordKey(Date.UTC(2026, 0, time)))
  for (const rkey of keys) await bluesky.put(lister, postOf(rkey), rkey)
  const list = async (more: Record<string, string>): Promise<Answer> =>
    bluesky.call(repo('listRecords'), { query: { repo: lister.did, collection, limit: '2', ...more } })
  const found: string[] = []
  let cursor: string | undefined
  do {
    const { body } = await list(cursor === undefined ? {} : { cursor })
    for (const { value } of body.records) found.push(value.text)
    cursor = body.cursor
  } while (cursor !== undefined)
  assert.deepEqual(found, keys.toReversed())
  const oldest = (await list({ reverse: 'true' })).body.records
  assert.deepEqual(
    oldest.map(({ value }: { value: { text: string } }) => value.text),
    keys.slice(0, 2),
  )
})

const strongRef = { uri: 'at://did:plc:abc/app.bsky.feed.post/3l4q2s2hfpc22', cid: recordCid({}) }
const facet = (byteStart: number, byteEnd: number, feature: object) => ({
  facets: [{ index: { byteStart, byteEnd }, features: [feature] }],
})
const link = { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com' }
const card = (external: object) => ({ embed: { $type: 'app.bsky.embed.external', external } })

/** At the limit, and beyond it; the media tests cover limits of files. */
const rules: readonly (readonly [what: string, right: object, wrong: object])[] = [
  ['300 graphemes', postOf('👩‍👩‍👧‍👦'.repeat(100) + 'x'.repeat(200)), postOf('x'.repeat(301))],
  ['3,000 bytes', postOf('ﷺ'.repeat(200) + 'é'.repeat(100)), postOf('👩‍👩‍👧‍👦'.repeat(121))],
  ['text, even if empty', postOf(''), { ...postOf(''), text: undefined }],
  ['a time of its own', postOf('now'), { ...postOf('now'), createdAt: 'today' }],
  [
    'three languages',
    postOf('l', { langs: ['en', 'pt-BR', 'zh-Hant'] }),
    postOf('l', { langs: ['en', 'pl', 'de', 'fr'] }),
  ],
  ['languages as BCP 47 has them', postOf('l', { langs: ['sr-Latn-RS'] }), postOf('l', { langs: ['english!'] })],
  ['eight tags', postOf('t', { tags: Array(8).fill('a') }), postOf('t', { tags: Array(9).fill('a') })],
  [
    'links that are addresses',
    postOf('link', facet(0, 4, link)),
    postOf('link', facet(0, 4, { ...link, uri: 'nowhere' })),
  ],
  [
    'mentions by DID',
    postOf('@a', facet(0, 2, { $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:abc' })),
    postOf('@a', facet(0, 2, { $type: 'app.bsky.richtext.facet#mention', did: '@a.bsky.test' })),
  ],
  [
    'cards with a title',
    postOf('', card({ uri: 'https://a.test', title: '', description: '' })),
    postOf('', card({ uri: 'https://a.test', description: '' })),
  ],
  [
    'whole references in a reply',
    postOf('re', { reply: { root: strongRef, parent: strongRef } }),
    postOf('re', { reply: { parent: strongRef } }),
  ],
]

describe('a post has', () => {
  for (const [what, right, wrong] of rules)
    test(what, async () => {
      assert.deepEqual(faultsOf(collection, right), [], 'by the lexicon')
      assert.notDeepEqual(faultsOf(collection, JSON.parse(JSON.stringify(wrong))), [], 'by the lexicon')
      const taken = await bluesky.put(session, right)
      assert.equal(taken.status, 200, JSON.stringify(taken.body))
      const refused = await bluesky.put(session, wrong)
      assert.deepEqual([refused.status, refused.body.error], [400, 'InvalidRequest'])
      assert.match(refused.body.message, /^Invalid app\.bsky\.feed\.post record: /)
    })

  test('facets over whole characters of its text, counted in bytes', async () => {
    assert.equal((await bluesky.put(session, postOf('é link', facet(3, 7, link)))).status, 200)
    for (const [start, end] of [
      [1, 4],
      [3, 8],
      [4, 4],
      [5, 4],
    ] as const)
      assert.equal(
        (await bluesky.put(session, postOf('é link', facet(start, end, link)))).status,
        400,
        `${start}-${end}`,
      )
  })

  test('a TID as its key, and the type of its collection', async () => {
    assert.equal((await bluesky.put(session, postOf('key'), 'my-key')).body.error, 'InvalidRequest')
    assert.equal((await bluesky.put(session, { ...postOf('type'), $type: 'app.bsky.feed.like' })).status, 400)
  })
})

test('writes are counted in points, reported in every response, and refused when they are used up', async () => {
  const limited = await startSimulatedBluesky({ scale: 1_000 })
  try {
    const { did, access } = await limited.signIn('busy')
    const token = access
    const remove = () =>
      limited.call(repo('deleteRecord'), { token, json: { repo: did, collection, rkey: recordKey() } })
    const first = await limited.put({ ...session, did, access }, postOf('points'))
    assert.deepEqual(
      ['limit', 'remaining', 'policy'].map((name) => first.headers.get(`ratelimit-${name}`)),
      ['5000', '4998', '5000;w=3600'],
    )
    assert.equal((await remove()).headers.get('ratelimit-remaining'), '4997')
    const created = await limited.call(repo('createRecord'), {
      token,
      json: { repo: did, collection, record: postOf('3') },
    })
    assert.equal(created.headers.get('ratelimit-remaining'), '4994')
  } finally {
    await limited.stop()
  }
})
