import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Reply } from '../harness/client.ts'
import { onEachDatabase } from '../harness/database.ts'
import { type Instance, ownerKey, startInstance } from '../harness/instance.ts'
import { becomeOwner, newPerson, type Person } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'
import { createWebhook } from '../harness/webhooks.ts'

onEachDatabase((kind) => {
  let instance: Instance
  let owner: Person
  before(async () => {
    instance = await startInstance(kind)
    owner = await becomeOwner(instance)
  })
  after(() => instance.stop())

  const newest = async (ask = owner.ask) => {
    const { status, body, text } = await ask('GET', '/audit?limit=1')
    assert.equal(status, 200, text)
    return body.data.entries[0]
  }
  const done = async (method: string, path: string, body?: object) => {
    const reply = await owner.ask(method, path, { body })
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  }

  /** The client of the other tests refuses words that the contract lacks. */
  const read = async (path: string): Promise<Reply['body']> => {
    const headers = { authorization: `Bearer ${ownerKey}` }
    const reply = await fetch(`${instance.base}/api/v1${path}`, { headers })
    assert.equal(reply.status, 200, path)
    return await reply.json()
  }

  test('a change of a role, of an address or of a key says from what to what', async () => {
    const ana = await newPerson(instance, owner.ask, 'editor')
    assert.deepEqual((await newest()).action, 'session.started')
    await done('PATCH', `/people/${ana.id}`, { role: 'viewer' })
    assert.deepEqual((await newest()).change, [{ field: 'role', from: 'editor', to: 'viewer' }])
    await done('PATCH', `/people/${ana.id}`, { disabled: true })
    assert.deepEqual((await newest()).change, [{ field: 'disabled', from: false, to: true }])
    await done('PATCH', '/me', { email: 'olga@acme.example' })
    assert.deepEqual((await newest()).change, [{ field: 'email', from: owner.email, to: 'olga@acme.example' }])
    await done('PATCH', '/me', { name: 'Olga Nowak' })
    assert.equal((await newest()).change, null)
    const { id } = (await done('POST', '/keys', { name: 'deploy', policy: 'drafts' })).data
    await done('PATCH', `/keys/${id}`, { policy: 'ahead', minutes_ahead: 30 })
    assert.deepEqual((await newest()).change, [
      { field: 'policy', from: 'drafts', to: 'ahead' },
      { field: 'minutes_ahead', from: null, to: 30 },
    ])
  })

  test('the plan of a user, and the end of a key by the instance, stand in the list of that user', async () => {
    const user = await instance.newUser(2, ['read', 'write', 'admin'])
    const [, made] = (await user.ask('GET', '/audit')).body.data.entries
    assert.deepEqual([made.action, made.change], ['user.created', [{ field: 'plan_id', from: null, to: 2 }]])
    await done('PATCH', `/admin/users/${user.id}`, { plan_id: 3 })
    const changed = await newest(user.ask)
    assert.deepEqual([changed.action, changed.change], ['user.changed', [{ field: 'plan_id', from: 2, to: 3 }]])
    await done('PATCH', `/admin/users/${user.id}`, { plan_id: 3 })
    assert.equal((await newest(user.ask)).id, changed.id)
    const { id } = (await done('POST', `/admin/users/${user.id}/keys`, { name: 'second' })).data
    await done('DELETE', `/admin/keys/${id}`)
    const ended = await newest(user.ask)
    assert.deepEqual([ended.action, ended.target], ['key.revoked', { type: 'key', id: String(id), name: 'second' }])
  })

  test('a new and a deleted profile, and the first read of the callback secret in an hour, are listed', async () => {
    const { profile_id: id } = (await done('POST', '/profiles', { name: 'Shop' })).data
    const target = { type: 'profile', id, name: 'Shop' }
    const created = await newest()
    assert.deepEqual([created.action, created.target], ['profile.created', target])
    await done('DELETE', `/profiles/${id}`)
    const deleted = await newest()
    assert.deepEqual([deleted.action, deleted.target], ['profile.deleted', target])
    await done('GET', '/callback-secret')
    const read = await newest()
    assert.deepEqual([read.action, read.by.id], ['callback_secret.read', owner.id])
    await done('GET', '/callback-secret')
    assert.equal((await newest()).id, read.id)
    const admin = await newPerson(instance, owner.ask, 'admin')
    await admin.ask('GET', '/callback-secret')
    const other = await newest()
    assert.deepEqual([other.action, other.by.id], ['callback_secret.read', admin.id])
    await withDatabase(instance.data, (db) =>
      db
        .updateTable('audit')
        .set({ created_at: Date.now() - 3_700_000 })
        .execute(),
    )
    await done('GET', '/callback-secret')
    assert.notEqual((await newest()).id, other.id)
  })

  test('words that only a newer version knows are shown as they are, and hide nothing else', async () => {
    const webhook = await createWebhook(owner, { url: 'https://acme.example/hook' })
    await withDatabase(instance.data, async (db) => {
      const now = Date.now()
      const words = JSON.stringify({ type: 'moon', id: '1', name: 'Luna' })
      const change = JSON.stringify([{ field: 'phase', from: 'new', to: 'full' }])
      const written = { user_id: 1, by_type: 'guest', by_id: 7, by_name: 'Gus', target: words, change, created_at: now }
      // The types know only the words of this version.
      await db
        .insertInto('audit')
        .values({ ...written, action: 'moon.risen' } as never)
        .execute()
      const event = { user_id: 1, post_id: null, name: 'moon.risen', data: '{"phase":"full"}', created_at: now }
      await db
        .insertInto('events')
        .values({ ...event, id: '019a43f2-6c1e-7d0a-9b7e-3f5c2a8d1e60' } as never)
        .execute()
      await db
        .updateTable('webhooks')
        .set({ events: '["moon.risen"]', disabled_at: now, disabled_reason: 'eclipsed' })
        .where('id', '=', webhook)
        .execute()
    })
    const { id: _, created_at: __, ...entry } = (await read('/audit')).data.entries[0]
    assert.deepEqual(entry, {
      action: 'moon.risen',
      by: { type: 'guest', id: 7, name: 'Gus' },
      target: { type: 'moon', id: '1', name: 'Luna' },
      change: [{ field: 'phase', from: 'new', to: 'full' }],
      address: null,
    })
    const { events } = (await read('/events')).data
    assert.deepEqual([events[0].event, events[0].data], ['moon.risen', { phase: 'full' }])
    const [shown] = (await read('/webhooks')).data.webhooks
    assert.deepEqual([shown.events, shown.disabled_reason], [['moon.risen'], 'eclipsed'])
    const { warnings } = (await read('/settings')).data
    assert.match(warnings[0].message, /because of “eclipsed”/)
  })

  test('what cannot be read at all of an entry is left out, and the entry stays', async () => {
    await withDatabase(instance.data, (db) => db.updateTable('audit').set({ target: '{', change: '[1]' }).execute())
    const { target, change } = (await read('/audit')).data.entries[0]
    assert.deepEqual([target, change], [null, null])
  })
})
