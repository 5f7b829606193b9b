import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('a missing profile, a deleted one and another user’s profile get the same 404', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const gone = (await ana.ask('POST', '/profiles', { body: { name: 'Gone' } })).body.data.profile_id
    await ana.ask('DELETE', `/profiles/${gone}`)
    const replies = []
    for (const id of ['doesNotExist', gone, ben.profileId])
      replies.push(await ana.ask('POST', `/profiles/${id}`, { body: { name: 'Mine now' } }))
    for (const { status, body } of replies) {
      assert.equal(status, 404)
      assert.deepEqual(body.error, replies[0]?.body.error)
      assert.equal(body.error.code, 'not_found')
    }
    const [{ name }] = (await ben.ask('GET', '/profiles')).body.data.profiles
    assert.equal(name, 'Default')
  })
})
