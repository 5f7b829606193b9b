import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance } from '../../harness/instance.ts'
import { codesOf, newPublisher, startAccepting, textPost } from '../../harness/posts.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

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
