import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCommentedJob } from '../../harness/commented-job.ts'
import { codesOf, startAccepting } from '../../harness/posts.ts'
import { insertAutoReply } from '../../harness/rows.ts'

test('edited words follow the rules of a written reply; if they are refused, the draft still waits', async (t) => {
  const instance = await startAccepting('sqlite')
  t.after(() => instance.stop())
  const user = await newCommentedJob(instance)
  const id = await insertAutoReply(instance.data, { profileId: user.profileId, jobId: user.jobId })
  const approve = (message: string) => user.ask('POST', `/auto-replies/${id}/approve`, { body: { message } })
  for (const [message, code] of [
    ['a'.repeat(281), 'text_too_long'],
    ['\u200b ', 'text_required'],
  ] as const)
    assert.deepEqual(codesOf(await approve(message)), { status: 422, code: 'content_rejected', details: [code] })
  const { data } = (await approve('a'.repeat(280))).body
  assert.deepEqual([data.status, data.drafted_message], ['queued', 'We do.'])
})
