import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('a profile that does not exist and one of another user get the same 404', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const unknown = await ana.ask('GET', '/settings?profile_id=doesNotExist')
    const foreign = await ana.ask('GET', `/settings?profile_id=${ben.profileId}`)
    assert.deepEqual([unknown.status, foreign.status], [404, 404])
    assert.equal(unknown.body.error.code, 'not_found')
    assert.deepEqual(foreign.body.error, unknown.body.error)
  })
})
