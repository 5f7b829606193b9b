import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { eventNames } from '../../../src/contract/events.ts'
import { createSealer } from '../../../src/crypto/seal.ts'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'
import { createWebhook, hookUrl, readDeliveries } from '../../harness/webhooks.ts'

const secretKey = 'a secret for the tests that is long enough'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind, { POLYPOST_SECRET_KEY: secretKey })
  })
  after(() => instance.stop())

  const create = async (user: User, body: object = {}, headers: Readonly<Record<string, string>> = {}) => {
    const reply = await user.ask('POST', '/webhooks', { body: { url: hookUrl, ...body }, headers })
    assert.equal(reply.status, 200, reply.text)
    return reply
  }

  test('the response has ID, URL, events and secret at the top level, and nothing else', async () => {
    const user = await instance.newUser()
    const { body } = await create(user, { events: ['post.failed', 'post.partial'] })
    const { id, secret, ...rest } = body
    assert.ok(Number.isInteger(id) && id >= 1)
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual(rest, { url: hookUrl, events: ['post.failed', 'post.partial'] })
  })

  test('generated secrets differ, and a given secret is not repeated', async () => {
    const user = await instance.newUser()
    const [first, second] = [await create(user), await create(user)]
    assert.notEqual(first.body.secret, second.body.secret)
    for (const secret of ['0123456789abcdef', ' sixteen or more ', 'ä'.repeat(256), '🔑'.repeat(128)])
      assert.deepEqual(Object.keys((await create(user, { secret })).body).toSorted(), ['events', 'id', 'url'])
  })

  test('missing events, an empty list and * all mean every event', async () => {
    const user = await instance.newUser()
    for (const asked of [{}, { events: [] }, { events: ['*'] }])
      assert.deepEqual((await create(user, asked)).body.events, ['*'])
  })

  test('each event may be named', async () => {
    const user = await instance.newUser()
    assert.deepEqual((await create(user, { events: eventNames })).body.events, eventNames)
  })

  test('a repeat with the same Idempotency-Key creates no second webhook, and returns the same secret', async () => {
    const user = await instance.newUser()
    const headers = { 'idempotency-key': 'hook-once' }
    const first = await create(user, {}, headers)
    const second = await create(user, {}, headers)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(second.body, first.body)
    assert.equal((await user.ask('GET', '/webhooks')).body.data.webhooks.length, 1)
  })

  test('no later response contains the secret, and the database stores it encrypted', async () => {
    const user = await newPublisher(instance)
    const secret = 'webhook secret, nowhere to be seen'
    const { body } = await create(user, { secret }, { 'idempotency-key': 'sealed' })
    await schedulePost(user)
    await user.ask('POST', `/webhooks/${body.id}/test`)
    assert.ok(!JSON.stringify(body).includes('nowhere to be seen'))
    for (const path of ['/webhooks', `/webhooks/${body.id}/deliveries`, '/settings', '/usage', '/posts'])
      assert.ok(!(await user.ask('GET', path)).text.includes('nowhere to be seen'), path)
    const stored = await withDatabase(instance.data, async (db) => {
      const tables = await db.introspection.getTables()
      const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db))
      const webhook = await db.selectFrom('webhooks').select('secret').where('id', '=', body.id).executeTakeFirst()
      return { text: JSON.stringify(await Promise.all(rows)), sealed: webhook?.secret ?? '' }
    })
    assert.ok(stored.text.includes(stored.sealed))
    assert.ok(!stored.text.includes('nowhere to be seen'))
    assert.equal(createSealer([secretKey]).open(stored.sealed, `webhooks.secret:${body.id}`), secret)
  })

  test('a new webhook gets a delivery for each event that it subscribed to, of its own user only', async () => {
    const user = await newPublisher(instance)
    await schedulePost(user)
    const other = await createWebhook(await newPublisher(instance))
    const all = await createWebhook(user)
    const named = await createWebhook(user, { events: ['post.failed', 'post.scheduled'] })
    const not = await createWebhook(user, { events: ['post.published', 'post.failed'] })
    await schedulePost(user)
    const told = []
    for (const id of [all, named]) {
      const { deliveries, next_before } = await readDeliveries(user, id)
      assert.deepEqual([deliveries.length, next_before], [1, null])
      told.push(deliveries[0])
    }
    const [first, second] = told
    assert.deepEqual(
      { ...first, id: 0, event_id: '', created_at: '', next_attempt_at: '' },
      {
        id: 0,
        event_id: '',
        event: 'post.scheduled',
        status: 'pending',
        attempts: 0,
        next_attempt_at: '',
        last_status_code: null,
        last_error_code: null,
        created_at: '',
        delivered_at: null,
        attempt_history: [],
      },
    )
    assert.equal(first.next_attempt_at, first.created_at)
    assert.equal(first.event_id, second.event_id)
    assert.notEqual(first.id, second.id)
    assert.deepEqual((await readDeliveries(user, not)).deliveries, [])
    const others = await withDatabase(instance.data, (db) =>
      db.selectFrom('deliveries').select('id').where('webhook_id', '=', other).execute(),
    )
    assert.deepEqual(others, [])
  })
})
