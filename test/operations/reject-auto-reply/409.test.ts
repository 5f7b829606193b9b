import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCommentedJob } from '../../harness/commented-job.ts'
import { codesOf, startAccepting } from '../../harness/posts.ts'
import { insertAutoReply } from '../../harness/rows.ts'

test('only an auto-reply that awaits approval can be rejected, and another user’s is not found', async (t) => {
  const instance = await startAccepting('sqlite')
  t.after(() => instance.stop())
  const [user, other] = [await newCommentedJob(instance), await newCommentedJob(instance)]
  for (const status of ['queued', 'posted', 'declined', 'rejected', 'failed']) {
    const place = { profileId: user.profileId, jobId: user.jobId, status }
    const way = `/auto-replies/${await insertAutoReply(instance.data, place)}/reject`
    assert.deepEqual(codesOf(await user.ask('POST', way)).code, 'wrong_state', status)
    assert.equal((await other.ask('POST', way)).status, 404)
  }
})
