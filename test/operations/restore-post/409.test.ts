import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('a post comes back once, also if two ask at the same time; the others learn the ID of the new post', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user)
    await user.ask('DELETE', `/posts/${id}`)
    const restore = () => user.ask('POST', `/posts/${id}/restore`)
    const replies = [...(await Promise.all([restore(), restore(), restore()])), await restore()]
    const [made, ...others] = replies.toSorted((one, other) => one.status - other.status)
    assert.equal(made?.status, 200, made?.text)
    for (const reply of others) {
      assert.deepEqual(codesOf(reply), { status: 409, code: 'wrong_state', details: ['wrong_state'] })
      assert.equal(reply.body.error.details[0].post_id, made?.body.post_id)
    }
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 1)
  })

  test('a post that is not deleted has nothing to come back from', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user)
    const reply = await user.ask('POST', `/posts/${id}/restore`)
    assert.deepEqual(codesOf(reply), { status: 409, code: 'wrong_state', details: ['wrong_state'] })
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 1)
  })
})
