import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, jobIn, newPublisher, readPost, schedulePost, setJob, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('only failed jobs are queued again, and the response is the post', async () => {
    const platforms = ['x', 'bluesky', 'threads']
    const user = await newPublisher(instance, { platforms })
    const { id, jobIds } = await schedulePost(user, { platforms })
    const [first = 0, second = 0, third = 0] = jobIds
    await setJob(instance.data, first, jobIn.failed(), 'partial')
    await setJob(instance.data, second, jobIn.completed())
    await setJob(instance.data, third, jobIn.failed())
    const { status, body } = await user.ask('POST', `/posts/${second}/retry`)
    assert.equal(status, 200)
    assert.deepEqual(
      body.data.jobs.map((job: { status: string }) => job.status),
      ['queued', 'completed', 'queued'],
    )
    assert.equal(body.data.status, 'processing')
    assert.deepEqual(await readPost(user, id), body.data)
  })

  test('a post whose jobs all failed is as if it had never started', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    for (const jobId of jobIds) await setJob(instance.data, jobId, jobIn.failed(), 'failed')
    const { body } = await user.ask('POST', `/posts/${id}/retry`)
    assert.deepEqual([body.data.editable, body.data.results], [true, []])
  })

  test('without a failed job nothing is retried', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user)
    const reply = await user.ask('POST', `/posts/${id}/retry`)
    assert.deepEqual(codesOf(reply), { status: 409, code: 'wrong_state', details: ['wrong_state'] })
    assert.equal(reply.body.error.details[0].status, 'scheduled')
  })
})
