import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseEndpoints, freeSlots } from '../../src/queue/due-endpoints.ts'
import type { DueEndpoint, LeasedEndpoint } from '../../src/store/deliveries/due-endpoints.ts'

const slots = 64

let last = 0
const due = (count: number, user: number, room: number): DueEndpoint[] =>
  Array.from({ length: count }, () => ({ id: ++last, user_id: user, room }))

const held = (count: number, user: number, room: number, deliveries = room): LeasedEndpoint[] =>
  due(count, user, room).map((one) => ({
    ...one,
    ...{ fence: 1, lane: `webhook:${one.id}`, silences: 0, cancel_before: null, lease: 1, unreadable: [] },
    // Only their number counts.
    deliveries: Array.from({ length: deliveries }, () => ({}) as LeasedEndpoint['deliveries'][number]),
  }))

const choose = (waiting: readonly DueEndpoint[], running: readonly LeasedEndpoint[] = []) => {
  const asks = chooseEndpoints(waiting, freeSlots(slots, running))
  return asks.map(({ id, slots }) => ({ id, slots, user: waiting.find((one) => one.id === id)?.user_id }))
}
const sum = (asks: readonly { slots: number }[]) => asks.reduce((total, { slots }) => total + slots, 0)

test('an endpoint gets as many deliveries as it has room for, in the order of their times, while slots are free', () => {
  const waiting = [...due(2, 1, 16), ...due(1, 2, 4)]
  assert.deepEqual(
    choose(waiting).map(({ slots }) => slots),
    [16, 16, 4],
  )
  assert.deepEqual(
    choose(waiting, held(1, 3, 16, 44)).map(({ slots }) => slots),
    [16, 4],
  )
  assert.deepEqual(choose(waiting, held(4, 3, 16)), [])
})

test('endpoints that have not responded lately get at most half of all slots', () => {
  assert.equal(sum(choose([...due(40, 1, 1), ...due(40, 2, 1)])), slots / 2)
  const hanging = [...held(16, 3, 1), ...held(16, 4, 1)]
  assert.deepEqual(choose(due(1, 1, 1), hanging), [])
  assert.equal(sum(choose(due(2, 1, 16), hanging)), 24)
})

test('a user whose endpoints are at work leaves slots to the others, also among those that have not responded lately', () => {
  const both = choose([...due(10, 1, 16), ...due(1, 2, 16)])
  assert.equal(sum(both.filter(({ user }) => user === 1)), 48)
  assert.equal(sum(both.filter(({ user }) => user === 2)), 16)
  const unknown = choose([...due(50, 1, 1), ...due(5, 2, 1)])
  assert.equal(sum(unknown.filter(({ user }) => user === 1)), 24)
  assert.equal(sum(unknown.filter(({ user }) => user === 2)), 5)
  const full = freeSlots(slots, held(3, 1, 16))
  assert.deepEqual(full.share.fullUsers, [1])
})

test('an endpoint of which deliveries are only cancelled occupies one slot, and takes none to send', () => {
  assert.deepEqual(
    choose([...due(1, 1, 0), ...due(1, 2, 16)]).map(({ slots }) => slots),
    [0, 16],
  )
  assert.equal(freeSlots(slots, held(5, 1, 8, 0)).all, slots - 5)
})
