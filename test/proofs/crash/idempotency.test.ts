import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Client, createClient, type Reply } from '../../harness/client.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { ownerKey, startInstance } from '../../harness/instance.ts'
import { withDatabase } from '../../harness/rows.ts'
import { setStage } from '../../harness/stage.ts'

const create = (ask: Client, key: string): Promise<Reply> =>
  ask('POST', '/profiles', { body: { name: 'Shop' }, headers: { 'idempotency-key': key } })

async function namesOf(ask: Client): Promise<string[]> {
  const { body } = await ask('GET', '/profiles')
  return body.data.profiles.map(({ name }: { name: string }) => name)
}

onEachDatabase((kind) => {
  test('killed between the effect and its response, a repeat after the restart gets that response, with one effect', async (t) => {
    const { start } = await setStage(t, kind)
    const first = await start('start', { CRASH_AT: 'idempotency.stored' })
    await assert.rejects(create(createClient(first.base, ownerKey), 'killed'))
    assert.equal(await first.ended, null)

    const second = createClient((await start()).base, ownerKey)
    const replies = await Promise.all(Array.from({ length: 5 }, () => create(second, 'killed')))
    for (const { status, headers } of replies)
      assert.deepEqual([status, headers.get('idempotent-replayed')], [200, 'true'])
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
    assert.deepEqual(await namesOf(second), ['Default', 'Shop'])
    const [reply] = replies
    const { body } = await second('GET', '/profiles')
    assert.ok(body.data.profiles.some(({ id }: { id: string }) => id === reply?.body.data.profile_id))
  })

  test('killed before the effect, the key stays in use until its lease ends; then a repeat has the one effect', async (t) => {
    const { data: instanceData, start } = await setStage(t, kind)
    const first = await start('start', { CRASH_AT: 'idempotency.claimed' })
    await assert.rejects(create(createClient(first.base, ownerKey), 'killed'))
    assert.equal(await first.ended, null)

    const second = createClient((await start()).base, ownerKey)
    const early = await create(second, 'killed')
    assert.deepEqual([early.status, early.body.error.code], [409, 'idempotency_in_progress'])
    assert.deepEqual(await namesOf(second), ['Default'])

    const claim = await withDatabase(instanceData, (db) =>
      db.selectFrom('idempotency').selectAll().executeTakeFirstOrThrow(),
    )
    assert.ok(claim.lease_until > Date.now() && claim.lease_until < claim.expires_at)
    await withDatabase(instanceData, (db) => db.updateTable('idempotency').set({ lease_until: Date.now() }).execute())
    const late = await Promise.all(Array.from({ length: 10 }, () => create(second, 'killed')))
    assert.deepEqual(new Set(late.map(({ status }) => status)).difference(new Set([200, 409])), new Set())
    const repeated = await create(second, 'killed')
    assert.equal(repeated.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(
      new Set(late.filter(({ status }) => status === 200).map(({ text }) => text)),
      new Set([repeated.text]),
    )
    assert.deepEqual(await namesOf(second), ['Default', 'Shop'])
  })

  test('a request that failed inside the service frees its key', async () => {
    const instance = await startInstance(kind)
    try {
      const rename = (from: string, to: string) =>
        withDatabase(instance.data, (db) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db))
      const { ask } = await instance.newUser()
      await rename('profiles', 'profiles_away')
      assert.equal((await create(ask, 'failed')).status, 500)
      await rename('profiles_away', 'profiles')
      const { status, headers } = await create(ask, 'failed')
      assert.deepEqual([status, headers.get('idempotent-replayed')], [200, null])
    } finally {
      await instance.stop()
    }
  })

  test('records are kept for 7 days, and removed at a start after that', async (t) => {
    const { data: instanceData, start } = await setStage(t, kind)
    const first = await start()
    const ask = createClient(first.base, ownerKey)
    const before = Date.now()
    await create(ask, 'old')
    await ask('POST', '/admin/users', { body: { email: 'ana@example.com' }, headers: { 'idempotency-key': 'young' } })
    await first.end('SIGTERM')
    const stored = () =>
      withDatabase(instanceData, (db) => db.selectFrom('idempotency').select(['key', 'expires_at']).execute())
    const days = 24 * 60 * 60 * 1000
    for (const { expires_at } of await stored())
      assert.ok(expires_at >= before + 7 * days && expires_at <= Date.now() + 7 * days)

    await withDatabase(instanceData, (db) =>
      db
        .updateTable('idempotency')
        .set({ expires_at: Date.now() - 1 })
        .where('key', '=', 'old')
        .execute(),
    )
    const second = await start()
    await eventually('only the young record is left', async () => (await stored()).every(({ key }) => key === 'young'))
    assert.equal((await stored()).length, 1)
    // The key is free again, and the resource that it created still exists.
    const again = await create(createClient(second.base, ownerKey), 'old')
    assert.deepEqual([again.status, again.body.error?.code], [409, 'name_taken'])
  })
})
