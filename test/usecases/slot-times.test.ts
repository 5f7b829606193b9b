import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slotTimes } from '../../src/usecases/slots/slot-times.ts'

const at = (time: string): number => Date.parse(time)
const shown = (times: readonly number[]): string[] => times.map((time) => new Date(time).toISOString().slice(0, 16))

test('a slot keeps its time on the clock when the clocks change', () => {
  const plan = { timezone: 'Europe/Warsaw', slots: [{ weekday: 1, time: '09:00' }] }
  assert.deepEqual(shown(slotTimes(plan, at('2027-03-20T00:00:00Z'), 14)), ['2027-03-22T08:00', '2027-03-29T07:00'])
})

test('a slot that the clocks skip is after the gap, and with another slot of that time it is one', () => {
  const slots = ['02:30', '03:30'].map((time) => ({ weekday: 7, time }))
  const times = slotTimes({ timezone: 'Europe/Warsaw', slots }, at('2027-03-27T12:00:00Z'), 1)
  assert.deepEqual(shown(times), ['2027-03-28T01:30'])
})

test('a slot that the clocks show twice is the first time', () => {
  const plan = { timezone: 'Europe/Warsaw', slots: [{ weekday: 7, time: '02:30' }] }
  assert.deepEqual(shown(slotTimes(plan, at('2027-10-30T12:00:00Z'), 1)), ['2027-10-31T00:30'])
})

test('a slot of the same day is one only if it is still to come, also where the day begins earlier than in UTC', () => {
  const plan = { timezone: 'Pacific/Kiritimati', slots: [{ weekday: 1, time: '01:00' }] }
  // Monday, 01:00 there is Sunday, 11:00 UTC.
  assert.deepEqual(shown(slotTimes(plan, at('2027-05-02T10:59:59Z'), 6)), ['2027-05-02T11:00'])
  assert.deepEqual(shown(slotTimes(plan, at('2027-05-02T11:00:00Z'), 6)), [])
})

test('the times of two following periods are the times of both, each once', () => {
  const slots = [1, 4, 7].flatMap((weekday) => ['00:00', '23:30'].map((time) => ({ weekday, time })))
  const plan = { timezone: 'America/New_York', slots }
  const from = at('2027-03-01T05:00:00Z')
  const middle = from + 14 * 86_400_000
  assert.deepEqual([...slotTimes(plan, from, 14), ...slotTimes(plan, middle, 14)], slotTimes(plan, from, 28))
})
