import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '../../../src/domain/roles.ts'
import { becomeOwner, newPerson } from '../../harness/people.ts'
import { type SandboxInstance, startSandboxed } from '../../harness/sandboxed.ts'

let instance: SandboxInstance
before(async () => {
  instance = await startSandboxed('sqlite')
})
after(() => instance.stop())

test('every listed kind of simulated account says what is special about it, and the usual one comes first', async () => {
  const { body } = await instance.owner('GET', '/sandbox/linkedin/kinds')
  const [usual, ...others] = body.data.kinds
  assert.equal(usual.name, 'standard')
  assert.ok(body.data.kinds.every(({ description }: { description: string }) => description.endsWith('.')))
  assert.equal(others.find(({ name }: { name: string }) => name === 'two_pages').login, 'page')
})

test('an admin of any user reads the kinds, and a viewer does not', async () => {
  const owner = await becomeOwner(instance)
  const statusFor = async (role: Role) =>
    (await (await newPerson(instance, owner.ask, role)).ask('GET', '/sandbox/x/kinds')).status
  assert.deepEqual([await statusFor('admin'), await statusFor('viewer')], [200, 403])
})

test('a kind that is listed can be connected', async () => {
  const kinds = (await instance.owner('GET', '/sandbox/x/kinds')).body.data.kinds
  const body = { platform: 'x', environment: 'sandbox', account: kinds.at(-1).name }
  assert.equal((await instance.owner('POST', '/connect', { body })).body.data.status, 'connected')
})

test('the numbers that are listed can be set', async () => {
  const { metrics } = (await instance.owner('GET', '/sandbox/x/kinds')).body.data
  assert.ok(metrics.length > 0)
  const numbers = Object.fromEntries(metrics.map((name: string) => [name, 1]))
  const answer = await instance.control('POST', '/x/posts/0/metrics', numbers)
  // The post does not exist; an unknown number would be refused before.
  assert.match(JSON.stringify(answer), /has no post/)
})
