import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCommentedJob } from '../../harness/commented-job.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startAccepting } from '../../harness/posts.ts'
import { insertAutoReply } from '../../harness/rows.ts'

onEachInstance(startAccepting, (instance) => {
  test('unread comments of others and waiting auto-replies are counted, of one profile or of all of the user', async () => {
    const [user, other] = [await newCommentedJob(instance), await newCommentedJob(instance)]
    await other.comment()
    await user.comment()
    await user.comment({ read_at: Date.now() })
    await user.comment({ is_own: 1 })
    await user.comment({ comment_id: 'c-1', read_at: Date.now() })
    const place = { profileId: user.profileId, jobId: user.jobId }
    await insertAutoReply(instance.data, { ...place, comment_id: 'c-1' })
    const empty = (await user.ask('POST', '/profiles', { body: { name: 'Empty' } })).body.data.profile_id
    const count = async (query = '') => (await user.ask('GET', `/inbox/count${query}`)).body.data
    assert.deepEqual(await count(), { unread: 1, needs_approval: 1 })
    assert.deepEqual(await count(`?profile_id=${user.profileId}`), { unread: 1, needs_approval: 1 })
    assert.deepEqual(await count(`?profile_id=${empty}`), { unread: 0, needs_approval: 0 })
  })
})
