import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance } from '../../harness/instance.ts'
import { codesOf, newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'

const missing = { status: 404, code: 'not_found', details: [] }

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

  test('a post that does not exist, or that is in another profile than the named one, is not found', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user)
    const other = (await user.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
    assert.equal((await user.ask('GET', `/analytics?post_id=${id}`)).status, 200)
    assert.deepEqual(codesOf(await user.ask('GET', '/analytics?post_id=999999')), missing)
    assert.deepEqual(codesOf(await user.ask('GET', `/analytics?post_id=${id}&profile_id=${other}`)), missing)
  })
})
