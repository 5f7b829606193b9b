import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'
import { setSlots } from '../../harness/posting-plan.ts'

onEachInstance(startInstance, (instance) => {
  test('a profile has no slots at first, and each profile has its own', async () => {
    const user = await instance.newUser()
    const other = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    await setSlots(user, [{ weekday: 'friday', time: '12:30' }])
    const read = async (id: string) => (await user.ask('GET', `/profiles/${id}/slots`)).body.data
    assert.deepEqual(await read(other), { profile_id: other, timezone: null, slots: [] })
    assert.deepEqual((await read(user.profileId)).slots, [{ weekday: 'friday', time: '12:30' }])
  })
})
