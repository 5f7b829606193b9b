import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCommentedJob } from '../../harness/commented-job.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { messagesIn } from '../../harness/inboxed.ts'
import { startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('comments are marked as read and as unread by their IDs, and what was marked before does not count', async () => {
    const user = await newCommentedJob(instance)
    const ids = [await user.comment(), await user.comment(), await user.comment()]
    const mark = async (body: object) => (await user.ask('POST', '/inbox/read', { body })).body.data
    assert.deepEqual(await mark({ ids: ids.slice(1) }), { changed: 2, unread: 1, needs_approval: 0 })
    assert.deepEqual(await mark({ ids }), { changed: 1, unread: 0, needs_approval: 0 })
    assert.deepEqual(await mark({ ids: ids.slice(0, 1), read: false }), { changed: 1, unread: 1, needs_approval: 0 })
  })

  test('all comments up to the time of a list are marked, and those found later stay unread', async () => {
    const user = await newCommentedJob(instance)
    await user.comment({ message: 'Seen.' })
    const { listed_at: until } = (await user.ask('GET', '/inbox')).body.data
    await user.comment({ message: 'Later.', found_at: Date.parse(until) + 1, posted_at: 1 })
    await user.comment({ message: 'On Facebook.', platform: 'facebook' })
    const marked = await user.ask('POST', '/inbox/read', { body: { until, platform: 'x' } })
    assert.equal(marked.body.data.changed, 1)
    assert.deepEqual((await messagesIn(user, '&unread=true')).toSorted(), ['Later.', 'On Facebook.'])
  })

  test('the IDs of another user’s comments change nothing and count like missing ones', async () => {
    const [ana, ben] = [await newCommentedJob(instance), await newCommentedJob(instance)]
    const id = await ben.comment()
    const mark = async (ids: readonly number[]) => {
      const { status, body } = await ana.ask('POST', '/inbox/read', { body: { ids } })
      return [status, body.data]
    }
    assert.deepEqual(await mark([id]), await mark([id + 1_000_000]))
    assert.equal((await ben.ask('GET', `/inbox/${id}`)).body.data.entry.read, false)
  })
})
