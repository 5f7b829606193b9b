import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'
import { setSlots } from '../../harness/posting-plan.ts'

onEachInstance(startInstance, (instance) => {
  test('the slots replace those before, each once and in the order of the week', async () => {
    const user = await instance.newUser()
    await setSlots(user, [{ weekday: 'tuesday', time: '08:00' }], 'Asia/Tokyo')
    const monday = { weekday: 'monday', time: '09:00' }
    const sunday = { weekday: 'sunday', time: '00:05' }
    const late = { weekday: 'monday', time: '23:59' }
    const { body } = await user.ask('PUT', `/profiles/${user.profileId}/slots`, {
      body: { timezone: 'Europe/Warsaw', slots: [sunday, late, monday, sunday] },
    })
    const { data } = body
    assert.deepEqual(data, {
      profile_id: user.profileId,
      timezone: 'Europe/Warsaw',
      slots: [monday, late, sunday],
    })
    assert.deepEqual((await user.ask('GET', `/profiles/${user.profileId}/slots`)).body.data, data)
  })

  test('an empty list removes all slots', async () => {
    const user = await instance.newUser()
    await setSlots(user, [{ weekday: 'tuesday', time: '08:00' }])
    await setSlots(user, [])
    assert.deepEqual((await user.ask('GET', `/profiles/${user.profileId}/slots`)).body.data.slots, [])
  })
})
