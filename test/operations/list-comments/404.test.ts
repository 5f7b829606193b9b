import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('a platform that the group does not have, and another user’s post or profile, are not found', async () => {
    const user = await newPublisher(instance)
    const other = await newPublisher(instance)
    const { id } = await schedulePost(user)
    const { id: foreign } = await schedulePost(other)
    for (const query of [
      `post_id=${id}&platform=facebook`,
      `post_id=${foreign}`,
      `post_id=${id}&profile_id=${other.profileId}`,
    ])
      assert.deepEqual(codesOf(await user.ask('GET', `/comments?${query}`)), {
        status: 404,
        code: 'not_found',
        details: [],
      })
  })
})
