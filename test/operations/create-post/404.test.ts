import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, newPublisher, startAccepting, textPost } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('a profile that does not exist, belongs to another user, or was deleted is not found', async () => {
    const [ana, ben] = [await newPublisher(instance), await newPublisher(instance)]
    const deleted = (await ana.ask('POST', '/profiles', { body: { name: 'Gone' } })).body.data.profile_id
    await ana.ask('DELETE', `/profiles/${deleted}`)
    for (const profile_id of ['doesNotExist', ben.profileId, deleted]) {
      const reply = await ana.ask('POST', '/post', { body: { ...textPost, profile_id } })
      assert.deepEqual(codesOf(reply), { status: 404, code: 'not_found', details: [] })
    }
  })
})
