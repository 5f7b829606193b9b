import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '../../src/domain/roles.ts'
import { onEachDatabase } from '../harness/database.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { becomeOwner, newPerson, type Person } from '../harness/people.ts'

interface Key {
  readonly id: number
  readonly key: string
}

onEachDatabase((kind) => {
  /** Two processes on PostgreSQL. */
  let instances: readonly [Instance, ...Instance[]]
  let owner: Person

  before(async () => {
    const first = await startInstance(kind)
    instances =
      kind === 'postgres'
        ? [first, await startInstance(kind, { data: first.data, roles: { api: true, worker: false } })]
        : [first]
    owner = await becomeOwner(first)
  })
  after(async () => {
    for (const instance of instances.toReversed()) await instance.stop()
  })

  const hire = (role: Role) => newPerson(instances[0], owner.ask, role)
  const makeKey = async (who: Person, more: object = {}): Promise<Key> => {
    const made = await who.ask('POST', '/keys', { body: { name: 'theirs', ...more } })
    assert.equal(made.status, 200, made.text)
    return made.body.data
  }
  /** The answers of every process to the key. */
  const answers = (key: string, method: 'GET' | 'POST' = 'GET', path = '/posts', body?: object) =>
    Promise.all(instances.map(({ owner: ask }) => ask(method, path, { key, body })))
  /** The one status that every process answers. */
  const statusOf = async (key: string) => {
    const [status, ...others] = new Set((await answers(key)).map((answer) => answer.status))
    assert.deepEqual(others, [])
    return status
  }
  const listed = async (id: number) => {
    const { body } = await owner.ask('GET', '/keys')
    return body.data.keys.find((key: { id: number }) => key.id === id)
  }

  test('the key of a removed person is refused at once in every process, and says why', async () => {
    const leaver = await hire('admin')
    const key = await makeKey(leaver)
    assert.equal(await statusOf(key.key), 200)
    assert.deepEqual((await listed(key.id)).person, { id: leaver.id, name: 'The admin', active: true })
    assert.equal((await owner.ask('DELETE', `/people/${leaver.id}`)).status, 200)
    for (const { status, body } of await answers(key.key)) {
      assert.deepEqual([status, body.error.code], [401, 'unauthorized'])
      assert.match(body.error.message, /person who made this key can no longer sign in/)
    }
    assert.deepEqual((await listed(key.id)).person, { id: leaver.id, name: 'The admin', active: false })
  })

  test('the key of a disabled person is refused until the person is enabled again', async () => {
    const person = await hire('admin')
    const { key } = await makeKey(person)
    await owner.ask('PATCH', `/people/${person.id}`, { body: { disabled: true } })
    assert.equal(await statusOf(key), 401)
    await owner.ask('PATCH', `/people/${person.id}`, { body: { disabled: false } })
    assert.equal(await statusOf(key), 200)
  })

  test('the key of a demoted person may do what the new role may', async () => {
    const person = await hire('admin')
    const { key } = await makeKey(person)
    const post = { message: 'Hello', platforms: ['x'] }
    await owner.ask('PATCH', `/people/${person.id}`, { body: { role: 'viewer' } })
    for (const { status, body } of await answers(key, 'POST', '/post', post))
      assert.deepEqual([status, body.error.code], [403, 'insufficient_scope'])
    assert.equal(await statusOf(key), 200)
    await owner.ask('PATCH', `/people/${person.id}`, { body: { role: 'author' } })
    for (const { status, body } of await answers(key, 'POST', '/post', post))
      assert.deepEqual([status, body.error.code], [403, 'approval_required'])
  })

  test('keys that are kept become service keys, and the audit list says so', async () => {
    const leaver = await hire('admin')
    const key = await makeKey(leaver, { name: 'kept' })
    const foreign = await makeKey(owner)
    assert.equal((await owner.ask('DELETE', `/people/${leaver.id}?keep_keys=true`)).status, 200)
    assert.equal(await statusOf(key.key), 200)
    assert.equal((await listed(key.id)).person, null)
    assert.equal((await listed(foreign.id)).person.id, owner.id)
    const { body } = await owner.ask('GET', '/audit')
    const kept = body.data.entries.filter((entry: { action: string }) => entry.action === 'key.kept')
    assert.deepEqual(
      kept.map(({ target }: { target: { name: string } }) => target.name),
      ['kept'],
    )
  })

  test('a service key stays when its maker leaves, and has no person', async () => {
    const leaver = await hire('admin')
    const key = await makeKey(leaver, { service: true })
    assert.equal((await listed(key.id)).person, null)
    await owner.ask('DELETE', `/people/${leaver.id}`)
    assert.equal(await statusOf(key.key), 200)
  })

  test('a key that a personal key makes belongs to the same person', async () => {
    const maker = await makeKey(owner, { scopes: ['read', 'write', 'admin'] })
    const made = await instances[0].owner('POST', '/keys', { key: maker.key, body: { name: 'child' } })
    assert.equal(made.body.data.person.id, owner.id, made.text)
  })
})
