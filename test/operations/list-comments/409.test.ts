import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, jobIn, newPublisher, schedulePost, setJob, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('for one platform: an unpublished job has no comments, whatever its status', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    for (const state of ['processing', 'retrying', 'failed', 'outcomeUnknown'] as const) {
      await setJob(instance.data, jobIds[0] ?? 0, jobIn[state]())
      const reply = await user.ask('GET', `/comments?post_id=${id}&platform=x`)
      assert.deepEqual(codesOf(reply), { status: 409, code: 'not_published', details: ['not_published'] })
      assert.equal(reply.body.error.details[0].status, jobIn[state]().status)
    }
  })

  test('for a group they are rows of errors, and the response has no cursor', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    const { status, body } = await user.ask('GET', `/comments?post_id=${id}`)
    assert.equal(status, 200)
    const { platform_errors: errors, comments, next_cursor, platform } = body.data
    assert.deepEqual([platform, comments, next_cursor], ['multiple', [], null])
    assert.deepEqual(
      errors.map((one: { platform: string; post_id: number; code: string }) => [one.platform, one.post_id, one.code]),
      [
        ['x', jobIds[0], 'not_published'],
        ['bluesky', jobIds[1], 'not_published'],
      ],
    )
  })
})
