import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { daily, nextSlots, setSlots } from '../../harness/posting-plan.ts'
import { newPublisher, readPost, startAccepting, textPost } from '../../harness/posts.ts'

const intoSlot = { ...textPost, scheduled_at: 'next_slot' }

onEachInstance(startAccepting, (instance) => {
  async function planned() {
    const user = await newPublisher(instance)
    await setSlots(user, daily('09:00'))
    return user
  }

  test('a post takes the next free slot, and its answer, the post and its jobs show that time', async () => {
    const user = await planned()
    const [first, second] = await nextSlots(user)
    for (const time of [first, second]) {
      const { body } = await user.ask('POST', '/post', { body: intoSlot })
      assert.equal(body.scheduled_at, time)
      const post = await readPost(user, body.post_id)
      assert.deepEqual([post.scheduled_at, post.scheduled_timezone, post.status], [time, 'Europe/Warsaw', 'scheduled'])
      assert.equal((await user.ask('GET', `/jobs/${body.jobs[0].jobId}`)).body.job.payload.scheduled_at, time)
    }
  })

  test('posts that are created at the same time take different slots, and no slot stays free between them', async () => {
    const user = await planned()
    const free = await nextSlots(user, 12)
    const replies = await Promise.all(free.map(() => user.ask('POST', '/post', { body: intoSlot })))
    assert.deepEqual(replies.map(({ body }) => body.scheduled_at).sort(), free)
  })

  test('a repeat with the same idempotency key returns the same slot, and takes no other', async () => {
    const user = await planned()
    const [first, second] = await nextSlots(user)
    const send = () => user.ask('POST', '/post', { body: intoSlot, headers: { 'idempotency-key': 'one-slot' } })
    assert.deepEqual([(await send()).body.scheduled_at, (await send()).body.scheduled_at], [first, first])
    assert.equal((await nextSlots(user))[0], second)
  })

  test('a check says which slot it would be, and takes none', async () => {
    const user = await planned()
    const [first] = await nextSlots(user)
    for (const _ of [1, 2]) {
      const { body } = await user.ask('POST', '/post/validate', { body: intoSlot })
      assert.deepEqual([body.data.ok, body.data.scheduled_at], [true, first])
    }
  })

  test('an edit moves a post to the next free slot; the slot that it has is free for itself', async () => {
    const user = await planned()
    const [first, second] = await nextSlots(user)
    const made = []
    for (const _ of [1, 2]) made.push((await user.ask('POST', '/post', { body: intoSlot })).body)
    const [one, two] = made
    const move = async (id: number, expected_revision: number) =>
      (await user.ask('PATCH', `/posts/${id}`, { body: { expected_revision, scheduled_at: 'next_slot' } })).body.data
    assert.equal((await move(two.post_id, 1)).scheduled_at, second)
    await user.ask('DELETE', `/posts/${one.post_id}`)
    assert.equal((await move(two.post_id, 2)).scheduled_at, first)
  })

  test('a submitted draft takes the next free slot, and the same submit again takes no other', async () => {
    const user = await planned()
    const [first, second] = await nextSlots(user)
    const { id } = (await user.ask('POST', '/drafts', { body: textPost })).body.data
    const submit = (body: object) =>
      user.ask('POST', `/drafts/${id}/submit`, { body: { expected_revision: 1, ...body } })
    for (const _ of [1, 2])
      assert.equal((await submit({ scheduled_at: 'next_slot' })).body.data.submission.scheduled_at, first)
    assert.equal((await nextSlots(user))[0], second)
    assert.equal((await submit({})).body.error.code, 'already_submitted')
  })

  test('without slots, and when all are taken, the post is refused with the remedy', async () => {
    const user = await newPublisher(instance)
    const refused = async (code: string) => {
      const { status, body } = await user.ask('POST', '/post', { body: intoSlot })
      assert.deepEqual([status, body.error.code, body.error.details[0].code], [422, 'content_rejected', code])
      assert.deepEqual(body.error.details[0].path, 'scheduled_at')
      assert.match(body.error.message, /PUT \/profiles\/\{id\}\/slots/)
    }
    await refused('no_slots')
    await setSlots(user, [{ weekday: 'monday', time: '09:00' }])
    for (const scheduled_at of await nextSlots(user, 50))
      await user.ask('POST', '/post', { body: { ...textPost, scheduled_at } })
    for (const scheduled_at of await nextSlots(user, 50))
      await user.ask('POST', '/post', { body: { ...textPost, scheduled_at } })
    assert.deepEqual(await nextSlots(user), [])
    await refused('no_free_slot')
  })

  test('a time zone beside next_slot is refused, because the slots have their own', async () => {
    const user = await planned()
    const { status, body } = await user.ask('POST', '/post', { body: { ...intoSlot, scheduled_timezone: 'UTC' } })
    assert.deepEqual([status, body.error.details[0].path], [400, 'scheduled_timezone'])
  })
})
