import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Instance, startInstance, type User } from '../harness/instance.ts'
import { becomeOwner, newPerson, openBrowser, type Person } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'

interface Entry {
  readonly id: number
  readonly action: string
  readonly by: { type: string; id: number; name: string } | null
  readonly target: { type: string; id: string; name: string | null } | null
}

let instance: Instance
let owner: Person
let user: User

before(async () => {
  instance = await startInstance('sqlite')
  owner = await becomeOwner(instance)
  user = await instance.newUser(4, ['read', 'write', 'admin'])
})
after(() => instance.stop())

const entries = async (ask = owner.ask): Promise<Entry[]> => (await ask('GET', '/audit')).body.data.entries
const newest = async (ask = owner.ask) => (await entries(ask))[0]

test('every change of people, keys, connections, settings and webhooks is listed, with who made it', async () => {
  const ana = await newPerson(instance, owner.ask, 'editor')
  const by = { type: 'person', id: owner.id, name: 'Olga' }
  const profile = (await owner.ask('GET', '/session')).body.data.session.user.default_profile_id
  const webhook = await owner.ask('POST', '/webhooks', { body: { url: 'https://acme.example/hook' } })
  const done: Entry['action'][] = []
  const step = async (action: string, method: string, path: string, body?: object) => {
    const reply = await owner.ask(method, path, { body })
    assert.equal(reply.status, 200, `${path}: ${reply.text}`)
    const entry = await newest()
    assert.deepEqual([entry?.action, entry?.by], [action, by], path)
    done.push(action)
  }
  await step('person.changed', 'PATCH', `/people/${ana.id}`, { role: 'viewer' })
  await step('person.removed', 'DELETE', `/people/${ana.id}`)
  await step('invite.created', 'POST', '/invites', { email: 'eve@acme.example', role: 'viewer' })
  await step('key.created', 'POST', `/admin/users/1/keys`, { name: 'a key' })
  await step('settings.changed', 'POST', '/settings', { profile_id: profile, business_name: 'Acme' })
  await step('webhook.enabled', 'POST', `/webhooks/${webhook.body.id}/enable`)
  await step('webhook.deleted', 'DELETE', `/webhooks/${webhook.body.id}`)
  await step('callback_secret.rotated', 'POST', '/callback-secret/rotate')
  const all = (await entries()).map(({ action }) => action)
  for (const action of [...done, 'webhook.created', 'person.added', 'session.started'])
    assert.ok(all.includes(action), action)
})

test('a refused sign-in of a known person is listed, one of an unknown address is not', async () => {
  const before = (await entries()).length
  const guess = (email: string) =>
    openBrowser(instance.base).ask('POST', '/session', { body: { email, password: 'a wrong password' } })
  await guess('nobody@acme.example')
  assert.equal((await entries()).length, before)
  await guess(owner.email)
  assert.equal((await newest())?.action, 'session.refused')
})

test('what a key does is listed under the key, and other users do not see it', async () => {
  const before = await newest()
  await user.ask('POST', '/invites', { body: { email: 'joe@elsewhere.example', role: 'viewer' } })
  const entry = await newest(user.ask)
  assert.deepEqual([entry?.action, entry?.by?.type, entry?.by?.id], ['invite.created', 'key', user.keyId])
  assert.equal((await newest())?.id, before?.id)
})

test('the list goes on with next_before, without a gap', async () => {
  await withDatabase(instance.data, async (db) => {
    const row = { user_id: user.id, action: 'session.ended' as const, created_at: Date.now() }
    await db
      .insertInto('audit')
      .values(Array.from({ length: 120 }, () => row))
      .execute()
  })
  const ids: number[] = []
  for (let path = '/audit'; path !== ''; ) {
    const { data } = (await user.ask('GET', path)).body
    ids.push(...data.entries.map(({ id }: Entry) => id))
    path = data.next_before === null ? '' : `/audit?before=${data.next_before}`
  }
  assert.deepEqual(
    ids,
    ids.toSorted((one, other) => other - one),
  )
  assert.ok(ids.length > 120 && new Set(ids).size === ids.length)
})
