import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, jobIn, newPublisher, readPost, schedulePost, setJob, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  for (const expected_revision of [1, 3])
    test(`an edit of revision ${expected_revision} of a post in its second is refused, with the current one`, async () => {
      const user = await newPublisher(instance)
      const { id } = await schedulePost(user)
      const first = await user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: 1, message: 'In time.' } })
      assert.equal(first.status, 200, first.text)
      const before = await readPost(user, id)
      const reply = await user.ask('PATCH', `/posts/${id}`, { body: { expected_revision, message: 'Too late.' } })
      assert.deepEqual(codesOf(reply), { status: 409, code: 'revision_conflict', details: ['revision_conflict'] })
      const [{ revision, status }] = reply.body.error.details
      assert.deepEqual([revision, status], [2, 'scheduled'])
      assert.deepEqual(await readPost(user, id), before)
    })

  for (const [state, job] of Object.entries(jobIn))
    test(`once a destination is ${state} the post can’t be edited`, async () => {
      const user = await newPublisher(instance)
      const { id, jobIds } = await schedulePost(user)
      await setJob(instance.data, jobIds[0] ?? 0, job(), 'processing')
      const reply = await user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: 1, message: 'Too late.' } })
      assert.deepEqual(codesOf(reply), { status: 409, code: 'not_editable', details: ['not_editable'] })
      const [{ status, revision }] = reply.body.error.details
      assert.deepEqual([status, revision], ['processing', 1])
      assert.equal((await readPost(user, id)).message, 'We are live.')
    })

  test('a post whose jobs are all cancelled can’t be edited', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    for (const jobId of jobIds) await user.ask('POST', `/jobs/${jobId}/cancel`)
    const reply = await user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: 1, message: 'Too late.' } })
    assert.deepEqual([reply.status, reply.body.error.details[0].status], [409, 'cancelled'])
  })
})
