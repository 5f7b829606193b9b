import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, jobIn, newPublisher, readJob, schedulePost, setJob, startAccepting } from '../../harness/posts.ts'

const states = {
  processing: jobIn.processing,
  completed: jobIn.completed,
  failed: jobIn.failed,
  cancelled: () => ({ status: 'cancelled', due_at: null }),
  'action_required with finish_in_app': jobIn.finishInApp,
  'action_required with outcome_unknown': jobIn.outcomeUnknown,
}

onEachInstance(startAccepting, (instance) => {
  for (const [what, state] of Object.entries(states))
    test(`a job that is ${what} can’t be cancelled, and the error names its status`, async () => {
      const user = await newPublisher(instance)
      const { jobIds } = await schedulePost(user)
      const [id = 0] = jobIds
      await setJob(instance.data, id, state())
      const before = await readJob(user, id)
      const reply = await user.ask('POST', `/jobs/${id}/cancel`)
      assert.deepEqual(codesOf(reply), { status: 409, code: 'not_cancellable', details: ['not_cancellable'] })
      assert.equal(reply.body.error.details[0].status, what.split(' ')[0])
      assert.deepEqual(await readJob(user, id), before)
    })

  test('a job that an edit removed is already cancelled', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    await user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: 1, platforms: ['x'] } })
    assert.equal((await user.ask('POST', `/jobs/${jobIds[1]}/cancel`)).status, 409)
  })
})
