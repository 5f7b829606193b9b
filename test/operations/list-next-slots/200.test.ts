import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour } from '../../../src/domain/time.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { daily, nextSlots, setSlots } from '../../harness/posting-plan.ts'
import { newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('the next slots come in order, on the clocks of their zone', async () => {
    const user = await newPublisher(instance)
    await setSlots(user, daily('09:00', '17:30'), 'Asia/Kolkata')
    const { data } = (await user.ask('GET', `/profiles/${user.profileId}/slots/next?count=4`)).body
    assert.equal(data.slots.length, 4)
    for (const { scheduled_at, local_time } of data.slots) {
      assert.ok(Date.parse(scheduled_at) > Date.now())
      assert.equal(Date.parse(`${local_time}Z`), Date.parse(scheduled_at) + 5.5 * hour)
      assert.match(local_time, /T(09:00|17:30):00$/)
    }
    const times = data.slots.map(({ scheduled_at }: { scheduled_at: string }) => scheduled_at)
    assert.deepEqual(times, times.toSorted())
    assert.equal(Date.parse(times[2]) - Date.parse(times[0]), day)
  })

  test('a slot for which a post is scheduled is not free, until the post is deleted, cancelled or moved', async () => {
    const user = await newPublisher(instance)
    await setSlots(user, daily('09:00'), 'UTC')
    const [first, second, third, fourth] = await nextSlots(user)
    const posts = []
    for (const scheduled_at of [first, second, third]) posts.push(await schedulePost(user, { scheduled_at }))
    assert.equal((await nextSlots(user))[0], fourth)
    const [deleted, cancelled, moved] = posts
    await user.ask('DELETE', `/posts/${deleted?.id}`)
    for (const id of cancelled?.jobIds ?? []) await user.ask('POST', `/jobs/${id}/cancel`)
    await user.ask('PATCH', `/posts/${moved?.id}`, { body: { expected_revision: 1, scheduled_at: fourth } })
    assert.deepEqual((await nextSlots(user)).slice(0, 3), [first, second, third])
    assert.ok(!(await nextSlots(user)).includes(fourth ?? ''))
  })

  test('a post of another profile takes no slot', async () => {
    const [ana, ben] = [await newPublisher(instance), await newPublisher(instance)]
    await setSlots(ana, daily('09:00'), 'UTC')
    const [first] = await nextSlots(ana)
    await schedulePost(ben, { scheduled_at: first })
    assert.equal((await nextSlots(ana))[0], first)
  })

  test('a profile without slots has no next one', async () => {
    const user = await newPublisher(instance)
    assert.deepEqual((await user.ask('GET', `/profiles/${user.profileId}/slots/next`)).body.data, {
      profile_id: user.profileId,
      timezone: null,
      slots: [],
    })
  })
})
