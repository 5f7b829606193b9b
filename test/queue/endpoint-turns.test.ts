import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEndpointTurns } from '../../src/queue/endpoint-turns.ts'
import { shareOf } from '../../src/queue/share.ts'

const slots = 100
const alone = shareOf([], slots)
const othersAtOnce = 32

/** Endpoints that respond, all of one user unless it is given, with this room. */
function turnsOf(
  lanes: readonly string[],
  { roomOf = () => 4, user = 1 }: { roomOf?: (lane: string) => number; user?: number } = {},
) {
  const silent = new Set<string>()
  const turns = createEndpointTurns({ isKnown: (lane) => !silent.has(lane), roomOf })
  turns.meet(
    lanes.map((lane) => ({ lane, user_id: user })),
    new Set(),
  )
  return { turns, silent }
}

const ask = (lane: string, room: number) => ({ lane, user_id: 1, room })

/** As many deliveries as were asked for. */
const all = (asks: readonly { lane: string; room: number }[]) =>
  asks.flatMap(({ lane, room }) => Array.from({ length: room }, () => ({ lane, user_id: 1 })))

test('an endpoint for which all was found that was asked for is asked for all that it has room for, until less is found', () => {
  const { turns } = turnsOf(['a', 'b'])
  const first = turns.asks(slots, alone)
  assert.deepEqual(first, [ask('a', 1), ask('b', 1)])
  turns.found(first, [{ lane: 'b', user_id: 1 }])
  const second = turns.asks(slots, alone)
  assert.deepEqual(second, [ask('b', 4), ask('a', 1)])
  turns.found(second, all([ask('b', 3)]))
  assert.deepEqual(
    turns.asks(slots, alone).map(({ room }) => room),
    [1, 1],
  )
})

test('an endpoint of which a look has left some is behind', () => {
  const { turns } = turnsOf(['a', 'b'])
  turns.meet([{ lane: 'b', user_id: 1 }], new Set(['b']))
  assert.deepEqual([turns.behind(), turns.asks(slots, alone)], [['b'], [ask('b', 4), ask('a', 1)]])
})

test('endpoints that are not behind are asked for in turns', () => {
  const lanes = Array.from({ length: othersAtOnce + 8 }, (_, at) => `${at}`)
  const { turns } = turnsOf(lanes)
  const asked = [turns.asks(slots, alone), turns.asks(slots, alone)].map((asks) => asks.map(({ lane }) => lane))
  assert.deepEqual(asked, [
    lanes.slice(0, othersAtOnce),
    [...lanes.slice(othersAtOnce), ...lanes.slice(0, othersAtOnce - 8)],
  ])
})

test('when slots are few, endpoints that are behind have them in turns', () => {
  const { turns } = turnsOf(['a', 'b', 'c'])
  const first = [ask('a', 1), ask('b', 1), ask('c', 1)]
  turns.found(first, all(first))
  const asked = [turns.asks(4, alone), turns.asks(4, alone), turns.asks(4, alone), turns.asks(4, alone)]
  assert.deepEqual(asked, [[ask('a', 4)], [ask('b', 4)], [ask('c', 4)], [ask('a', 4)]])
})

test('no user is asked for more than a share of the slots', () => {
  const { turns } = turnsOf(['a', 'b', 'c'], { roomOf: () => 16 })
  const asks = [ask('a', 1), ask('b', 1)]
  turns.found(asks, all(asks))
  const share = { roomOf: () => 20 }
  assert.deepEqual(turns.asks(slots, share), [ask('a', 16), ask('b', 4)])
})

test('an endpoint without room keeps its turn, and one that no longer responds has none', () => {
  const { turns, silent } = turnsOf(['a', 'b', 'c'], { roomOf: (lane) => (lane === 'a' ? 0 : 4) })
  silent.add('b')
  assert.deepEqual(turns.asks(slots, alone), [ask('c', 1)])
  silent.delete('b')
  assert.deepEqual(turns.asks(slots, alone), [ask('c', 1)])
})
