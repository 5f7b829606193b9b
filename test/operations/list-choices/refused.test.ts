import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codesOf } from '../../harness/posts.ts'
import { insertAccount } from '../../harness/rows.ts'
import { type SandboxInstance, startSandboxed } from '../../harness/sandboxed.ts'

let instance: SandboxInstance
before(async () => {
  instance = await startSandboxed('sqlite')
})
after(() => instance.stop())

const boards = '/platforms/pinterest/choices?option=boardId'

test('400: an option without a list is refused, with those that have one', async () => {
  const { ask } = await instance.newUser()
  const reply = await ask('GET', '/platforms/pinterest/choices?option=title')
  assert.deepEqual(codesOf(reply), { status: 400, code: 'validation_failed', details: ['validation_failed'] })
  assert.match(reply.body.error.message, /Such options are boardId\./)
})

test('400: a word that every JavaScript object knows is no option', async () => {
  const { ask } = await instance.newUser()
  for (const platform of ['tiktok', 'youtube', 'pinterest', 'reddit'])
    for (const option of ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'isPrototypeOf']) {
      const { status, code } = codesOf(await ask('GET', `/platforms/${platform}/choices?option=${option}`))
      assert.deepEqual([status, code], [400, 'validation_failed'], `${platform} ${option}`)
    }
})

test('404: another user’s profile does not exist', async () => {
  const [ana, ben] = [await instance.newUser(), await instance.newUser()]
  const { status } = await ana.ask('GET', `${boards}&profile_id=${ben.profileId}`)
  assert.equal(status, 404)
})

test('422: the platform must be connected in the profile, with a login that works', async () => {
  const user = await instance.newUser()
  assert.equal(codesOf(await user.ask('GET', boards)).code, 'platform_not_connected')
  await insertAccount(instance.data, {
    profile_id: user.profileId,
    platform: 'pinterest',
    status: 'needs_reconnect',
  })
  assert.equal(codesOf(await user.ask('GET', boards)).code, 'reconnect_required')
})

test('502: the platform’s refusal is the response, and the next request asks again', async () => {
  const { ask } = await instance.newUser()
  await ask('POST', '/connect', { body: { platform: 'pinterest', environment: 'sandbox' } })
  await instance.control('POST', '/pinterest/faults', { operation: 'account', kind: 'server_error' })
  const refused = await ask('GET', boards)
  assert.deepEqual(codesOf(refused), { status: 502, code: 'platform_error', details: ['platform_unavailable'] })
  await instance.control('DELETE', '/pinterest/faults')
  assert.equal((await ask('GET', boards)).status, 200)
})
