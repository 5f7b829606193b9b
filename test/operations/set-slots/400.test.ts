import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

const slot = { weekday: 'monday', time: '09:00' }
const refused: readonly [what: string, body: object, path: string][] = [
  ['an unknown time zone', { timezone: 'Europe/Atlantis', slots: [slot] }, 'timezone'],
  ['an offset as the time zone', { timezone: '+01:00', slots: [slot] }, 'timezone'],
  ['no time zone', { slots: [slot] }, 'timezone'],
  ['an unknown weekday', { timezone: 'UTC', slots: [{ ...slot, weekday: 'mon' }] }, 'slots.0.weekday'],
  ['an hour that no day has', { timezone: 'UTC', slots: [slot, { ...slot, time: '24:00' }] }, 'slots.1.time'],
  ['a time with seconds', { timezone: 'UTC', slots: [{ ...slot, time: '09:00:00' }] }, 'slots.0.time'],
  ['more than 100 slots', { timezone: 'UTC', slots: Array(101).fill(slot) }, 'slots'],
]

onEachInstance(startInstance, (instance) => {
  for (const [what, body, path] of refused)
    test(`${what} is refused, and the slots stay`, async () => {
      const user = await instance.newUser()
      const reply = await user.ask('PUT', `/profiles/${user.profileId}/slots`, { body })
      assert.deepEqual([reply.status, reply.body.error.code], [400, 'validation_failed'], reply.text)
      assert.equal(reply.body.error.details[0].path, path)
      const { data } = (await user.ask('GET', `/profiles/${user.profileId}/slots`)).body
      assert.deepEqual([data.timezone, data.slots], [null, []])
    })
})
