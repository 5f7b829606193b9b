import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance } from '../../harness/instance.ts'
import {
  codesOf,
  createPost,
  jobIn,
  newPublisher,
  readJob,
  schedulePost,
  setJob,
  startAccepting,
} from '../../harness/posts.ts'

const states = {
  queued: () => ({ status: 'queued' }),
  processing: jobIn.processing,
  retrying: jobIn.retrying,
  completed: jobIn.completed,
  cancelled: () => ({ status: 'cancelled', due_at: null }),
  action_required: jobIn.outcomeUnknown,
}

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind, { POLYPOST_POSTING_ALLOWANCES: '2,2,2,0' })
  })
  after(() => instance.stop())

  for (const [what, state] of Object.entries(states))
    test(`a job that is ${what} can’t be retried, and the error names its status`, async () => {
      const user = await newPublisher(instance)
      const [id = 0] = (await schedulePost(user)).jobIds
      await setJob(instance.data, id, state())
      const before = await readJob(user, id)
      const reply = await user.ask('POST', `/jobs/${id}/retry`)
      assert.deepEqual(codesOf(reply), { status: 409, code: 'wrong_state', details: ['wrong_state'] })
      assert.equal(reply.body.error.details[0].status, what)
      assert.deepEqual(await readJob(user, id), before)
    })

  test('a job that does not fit in the month’s allowance is not retried', async () => {
    const user = await newPublisher(instance, { plan: 2 })
    const [id = 0] = (await createPost(user)).jobIds
    await setJob(instance.data, id, jobIn.failed())
    await createPost(user, { platforms: ['x'] })
    const reply = await user.ask('POST', `/jobs/${id}/retry`)
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'posting_allowance_used_up'])
    assert.equal((await readJob(user, id)).status, 'failed')
  })
})
