import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('a profile that does not exist, or belongs to another user, is not found, and the default stays', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const [unknown, foreign] = [
      await ana.ask('POST', '/profiles/doesNotExist/default'),
      await ana.ask('POST', `/profiles/${ben.profileId}/default`),
    ]
    assert.deepEqual([unknown.status, foreign.status], [404, 404])
    assert.deepEqual(foreign.body.error, unknown.body.error)
    assert.equal((await ana.ask('GET', '/profiles')).body.data.default_profile_id, ana.profileId)
  })
})
