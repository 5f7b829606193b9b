import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { silencePause } from '../../src/domain/delivery.ts'
import { createEndpointRoom } from '../../src/queue/endpoint-room.ts'

const slots = 16
const unknownSlots = slots / 2
const most = 16

const quick = 10 // milliseconds
const slow = 10_000

/** Makes an endpoint respond this number of times. */
function answer(room: ReturnType<typeof createEndpointRoom>, lane: string, times: number, after = quick): void {
  for (let time = 0; time < times; time += 1) {
    const place = room.begin(lane)
    place.answered(after)
    place.end()
  }
}

test('an endpoint begins with one delivery at a time, and gets one more with every response, up to sixteen', () => {
  const room = createEndpointRoom(slots)
  const rooms = Array.from({ length: most + 2 }, () => {
    const had = room.roomOf('a')
    answer(room, 'a', 1)
    return had
  })
  assert.deepEqual(rooms, [...Array.from({ length: most }, (_, at) => at + 1), most, most])
})

test('a delivery under way takes room until it ends', () => {
  const room = createEndpointRoom(slots)
  answer(room, 'a', 2)
  const places = [room.begin('a'), room.begin('a')]
  assert.equal(room.roomOf('a'), 1)
  places.push(room.begin('a'))
  assert.equal(room.roomOf('a'), 0)
  places.pop()?.end()
  assert.equal(room.roomOf('a'), 1)
})

test('what a claim has asked for takes room until it has come back', () => {
  const room = createEndpointRoom(slots)
  answer(room, 'a', 3)
  const came = room.expect('a', 3)
  assert.equal(room.roomOf('a'), 1)
  came()
  assert.equal(room.roomOf('a'), 4)
})

test('an endpoint that does not respond in time is back at one, with a longer pause each time, until it responds', () => {
  const room = createEndpointRoom(slots)
  answer(room, 'a', 5)
  const pauses = Array.from({ length: 8 }, () => {
    const place = room.begin('a')
    const pause = place.silent()
    place.end()
    return pause
  })
  assert.equal(room.roomOf('a'), 1)
  assert.ok(!room.isKnown('a'))
  assert.deepEqual(
    pauses,
    pauses.map((_, at) => silencePause(at + 1)),
  )
  assert.ok(pauses.every((pause, at) => at === 0 || pause >= (pauses[at - 1] ?? 0)))
  answer(room, 'a', 1)
  assert.ok(room.isKnown('a'))
  const place = room.begin('a')
  assert.equal(place.silent(), silencePause(1))
})

test('an endpoint that responds slowly has less room each time, and does not count as healthy', () => {
  const room = createEndpointRoom(slots)
  answer(room, 'a', most)
  const rooms = Array.from({ length: 6 }, () => {
    const had = room.roomOf('a')
    answer(room, 'a', 1, slow)
    return had
  })
  assert.deepEqual(rooms, [16, 8, 4, 2, 1, 1])
  assert.ok(!room.isKnown('a'))
  answer(room, 'a', 1)
  assert.deepEqual([room.roomOf('a'), room.isKnown('a')], [2, true])
})

test('half of the slots are kept for endpoints that respond, however many do not', () => {
  const room = createEndpointRoom(slots)
  answer(room, 'healthy', 1)
  const held = Array.from({ length: unknownSlots }, (_, at) => room.begin(`silent ${at}`))
  assert.equal(room.unknownRoom(), 0)
  assert.ok(room.isKnown('healthy') && room.roomOf('healthy') > 0)
  const healthy = room.begin('healthy')
  assert.equal(room.unknownRoom(), 0)
  healthy.end()
  held.pop()?.end()
  assert.equal(room.unknownRoom(), 1)
})

type Step = { readonly lane: number; readonly ending: 'answered' | 'silent' | 'nothing'; readonly first: boolean }

test('all room is free again when nothing is running, in whatever order deliveries begin and end', () => {
  const step: fc.Arbitrary<Step> = fc.record({
    lane: fc.nat(5),
    ending: fc.constantFrom('answered', 'silent', 'nothing'),
    first: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const room = createEndpointRoom(slots)
      const open: { end: () => void }[] = []
      for (const { lane, ending, first } of steps) {
        if (room.roomOf(`${lane}`) <= 0) {
          open.splice(first ? 0 : -1, 1)[0]?.end()
          continue
        }
        const place = room.begin(`${lane}`)
        if (ending === 'silent') place.silent()
        if (ending === 'answered') place.answered(lane % 2 === 0 ? quick : slow)
        open.push(place)
      }
      for (const place of open) place.end()
      assert.equal(room.unknownRoom(), unknownSlots)
      for (let lane = 0; lane <= 5; lane += 1) {
        const left = room.roomOf(`${lane}`)
        assert.ok(left >= 1 && left <= most, `${left}`)
      }
    }),
  )
})

const remembered = 10_000

test('an endpoint with a running delivery is never forgotten, even if there are more endpoints than can be remembered', () => {
  const room = createEndpointRoom(slots)
  const place = room.begin('first')
  answer(room, 'second', 3)
  for (let at = 0; at < remembered; at += 1) answer(room, `other ${at}`, 1)
  assert.equal(room.roomOf('first'), 0)
  assert.equal(room.roomOf('second'), 1)
  place.end()
  assert.equal(room.roomOf('first'), 1)
})
