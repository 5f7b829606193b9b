import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, jobIn, newPublisher, readJob, schedulePost, setJob, startAccepting } from '../../harness/posts.ts'

const states = {
  queued: () => ({ status: 'queued' }),
  processing: jobIn.processing,
  retrying: jobIn.retrying,
  completed: jobIn.completed,
  failed: jobIn.failed,
  'action_required with finish_in_app': jobIn.finishInApp,
}

onEachInstance(startAccepting, (instance) => {
  for (const [what, state] of Object.entries(states))
    test(`a job that is ${what} can’t be resolved`, async () => {
      const user = await newPublisher(instance)
      const [id = 0] = (await schedulePost(user)).jobIds
      await setJob(instance.data, id, state())
      const before = await readJob(user, id)
      for (const body of [{ published: false }, { published: true, url: 'https://x.com/ana/status/1' }]) {
        const reply = await user.ask('POST', `/jobs/${id}/resolve`, { body })
        assert.deepEqual(codesOf(reply), { status: 409, code: 'wrong_state', details: ['wrong_state'] })
        assert.equal(reply.body.error.details[0].status, what.split(' ')[0])
      }
      assert.deepEqual(await readJob(user, id), before)
    })

  test('when two people resolve a job at once, only one succeeds', async () => {
    const user = await newPublisher(instance)
    const [id = 0] = (await schedulePost(user)).jobIds
    await setJob(instance.data, id, jobIn.outcomeUnknown())
    const replies = await Promise.all(
      [{ published: false }, { published: true, url: 'https://x.com/ana/status/1' }].map((body) =>
        user.ask('POST', `/jobs/${id}/resolve`, { body }),
      ),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  })
})
