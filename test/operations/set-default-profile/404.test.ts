import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind)
  })
  after(() => instance.stop())

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
