import assert from 'node:assert/strict'
import type { User } from './instance.ts'

type Asking = Pick<User, 'ask' | 'profileId'>

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Slots at these times of every day. */
export const daily = (...times: string[]) => weekdays.flatMap((weekday) => times.map((time) => ({ weekday, time })))

/** Sets the slots of the user's default profile. */
export async function setSlots({ ask, profileId }: Asking, slots: readonly object[], timezone = 'Europe/Warsaw') {
  const reply = await ask('PUT', `/profiles/${profileId}/slots`, { body: { timezone, slots } })
  assert.equal(reply.status, 200, reply.text)
}

/** The next free slots of the user's default profile. */
export async function nextSlots({ ask, profileId }: Asking, count = 5): Promise<string[]> {
  const reply = await ask('GET', `/profiles/${profileId}/slots/next?count=${count}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body.data.slots.map(({ scheduled_at }: { scheduled_at: string }) => scheduled_at)
}
