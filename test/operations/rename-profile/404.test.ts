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
