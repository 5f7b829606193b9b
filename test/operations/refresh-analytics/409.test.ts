import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, jobIn, newPublisher, schedulePost, setJob, startAccepting } from '../../harness/posts.ts'
import { refresh } from './refreshed.ts'

onEachInstance(startAccepting, (instance) => {
  test('a post without a published job can’t be refreshed', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    const refused = { status: 409, code: 'not_published', details: ['not_published'] }
    assert.deepEqual(codesOf(await refresh(user, id)), refused)
    await setJob(instance.data, jobIds[0] ?? 0, jobIn.failed())
    assert.deepEqual(codesOf(await refresh(user, id)), refused)
  })
})
