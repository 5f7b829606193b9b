import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { MediaFacts } from '../../../src/domain/media-facts.ts'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { codesOf, inDays, startAccepting } from '../../harness/posts.ts'
import { insertAccount, insertFile, withDatabase } from '../../harness/rows.ts'

type File = Pick<MediaFacts, 'contentType'> & Partial<MediaFacts>

const image: File = { contentType: 'image/jpeg', width: 1_080, height: 1_080 }
const film: File = { contentType: 'video/mp4', width: 1_080, height: 1_920, seconds: 10 }
const cover: File = { contentType: 'image/jpeg', width: 1_080, height: 1_920 }

onEachDatabase((kind) => {
  const instances = new Map<string, Instance>()
  before(async () => {
    instances.set('inside', await startAccepting(kind))
    instances.set('public', await startAccepting(kind, { POLYPOST_MEDIA_URL: 'https://media.acme.example' }))
    const overridden = { INSTAGRAM_API_URL: 'http://127.0.0.1:9/api' }
    instances.set('closed network', await startAccepting(kind, overridden))
  })
  after(async () => {
    for (const instance of instances.values()) await instance.stop()
  })

  interface Case {
    readonly at: string
    readonly by?: 'Instagram' | 'Facebook'
    readonly environment?: 'live' | 'sandbox'
    readonly file: File
    readonly cover?: File
  }

  async function ask({ at, by = 'Instagram', environment = 'live', file, cover }: Case) {
    const instance = instances.get(at)
    assert.ok(instance)
    const user: User = await instance.newUser()
    const { data: instanceData } = instance
    const page = by === 'Facebook' ? { page_id: '1001' } : {}
    await insertAccount(instanceData, { profile_id: user.profileId, platform: 'instagram', environment, ...page })
    const base = at === 'public' ? 'https://media.acme.example' : instance.base
    const [storageKey, coverKey] = await withDatabase(instanceData, async (db) => [
      await insertFile(db, user.id, file),
      cover && (await insertFile(db, user.id, cover)),
    ])
    const media = [{ storageKey, ...(coverKey ? { thumbnail_url: `${base}/media/${coverKey}` } : {}) }]
    const body = { message: 'Hello.', platforms: ['instagram'], media, scheduled_at: inDays(1) }
    return user.ask('POST', '/post', { body })
  }

  const refused = { status: 422, code: 'content_rejected', details: ['media_not_public'] }

  test('media that Instagram would have to fetch from a private address is refused before anything is queued', async () => {
    const reply = await ask({ at: 'inside', file: image })
    assert.deepEqual(codesOf(reply), refused)
    const [{ path, platform, message }] = reply.body.error.details
    assert.deepEqual([path, platform], ['media.0', 'instagram'])
    assert.match(
      message,
      /^Instagram downloads .* http:\/\/127\.0\.0\.1:\d+, .* POLYPOST_PUBLIC_URL or POLYPOST_MEDIA_URL/,
    )
    assert.deepEqual(codesOf(await ask({ at: 'inside', file: film })), refused)
    assert.deepEqual(codesOf(await ask({ at: 'inside', by: 'Facebook', file: image })), refused)
  })

  test('with Facebook Login the bytes of a video are uploaded, so its URL need not be public', async () => {
    const reply = await ask({ at: 'inside', by: 'Facebook', file: film })
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(reply.body.warnings, [])
  })

  test('a cover that the platform can’t fetch is left out with a warning', async () => {
    const reply = await ask({ at: 'inside', by: 'Facebook', file: film, cover })
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(
      reply.body.warnings.map(({ code, platform }: { code: string; platform: string }) => [code, platform]),
      [['thumbnail_skipped', 'instagram']],
    )
  })

  for (const [what, one] of [
    ['where the media host is public', { at: 'public', file: film, cover }],
    ['for a simulated account', { at: 'inside', environment: 'sandbox', file: image }],
    ['where the platform itself is reached inside', { at: 'closed network', file: image }],
  ] as const)
    test(`nothing is refused ${what}`, async () => {
      const reply = await ask(one)
      assert.equal(reply.status, 200, reply.text)
      assert.deepEqual(reply.body.warnings, [])
    })
})
