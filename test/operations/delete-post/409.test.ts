import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, jobIn, newPublisher, readJob, schedulePost, setJob, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  for (const [state, job] of Object.entries(jobIn))
    test(`once a destination is ${state}, the post can’t be deleted, and its other jobs continue`, async () => {
      const user = await newPublisher(instance)
      const { id, jobIds } = await schedulePost(user)
      const [started = 0, waiting = 0] = jobIds
      await setJob(instance.data, started, job(), 'processing')
      const reply = await user.ask('DELETE', `/posts/${id}`)
      assert.deepEqual(codesOf(reply), { status: 409, code: 'already_started', details: ['already_started'] })
      const [{ status, revision }] = reply.body.error.details
      assert.deepEqual([status, revision], ['processing', 1])
      assert.equal((await readJob(user, waiting)).status, 'queued')
    })
})
