import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'

const missing = { status: 404, code: 'not_found', details: [] }

onEachInstance(startAccepting, (instance) => {
  test('a post that does not exist, or that is in another profile than the named one, is not found', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user)
    const other = (await user.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
    assert.equal((await user.ask('GET', `/analytics?post_id=${id}`)).status, 200)
    assert.deepEqual(codesOf(await user.ask('GET', '/analytics?post_id=999999')), missing)
    assert.deepEqual(codesOf(await user.ask('GET', `/analytics?post_id=${id}&profile_id=${other}`)), missing)
  })
})
