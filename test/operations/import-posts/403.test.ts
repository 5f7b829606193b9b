import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { daily, nextSlots, setSlots } from '../../harness/posting-plan.ts'
import { connectOnce, startAccepting, textPost } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('a key that may only save drafts can check posts and import drafts, but import no posts', async () => {
    const user = await instance.newUser(4, ['read', 'write', 'admin'])
    await connectOnce(instance, user.profileId, ['x', 'bluesky'])
    await setSlots(user, daily('09:00'))
    const { key } = (await user.ask('POST', '/keys', { body: { name: 'assistant', policy: 'drafts' } })).body.data
    const rows = [{ ...textPost, scheduled_at: 'next_slot' }]
    const send = (body: object) => user.ask('POST', '/posts/import', { key, body: { rows, ...body } })
    const checked = await send({})
    assert.deepEqual([checked.body.data.ok, checked.body.data.rows[0].scheduled_at], [true, (await nextSlots(user))[0]])
    const refused = await send({ commit: true })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'approval_required'])
    assert.equal((await send({ commit: true, as: 'drafts' })).status, 200)
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 0)
  })

  test('rows that come too soon for the key are findings', async () => {
    const user = await instance.newUser(4, ['read', 'write', 'admin'])
    await connectOnce(instance, user.profileId, ['x', 'bluesky'])
    const policy = { policy: 'ahead', minutes_ahead: 60 }
    const { key } = (await user.ask('POST', '/keys', { body: { name: 'careful', ...policy } })).body.data
    const { body } = await user.ask('POST', '/posts/import', { key, body: { rows: [textPost] } })
    assert.deepEqual(
      body.data.rows[0].findings.map(({ code }: { code: string }) => code),
      ['too_soon'],
    )
  })
})
