import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isoTime } from '../../src/system/clock.ts'

const lastTime = 8_640_000_000_000_000

test('a time is written exactly as Date writes it, before 1970 and after the year 9999, too', () => {
  fc.assert(
    fc.property(fc.integer({ min: -lastTime, max: lastTime }), (time) =>
      assert.equal(isoTime(time), new Date(time).toISOString()),
    ),
  )
})

test('times of one day, which share their date, keep their own hours, minutes, seconds and milliseconds', () => {
  const day = Date.UTC(2028, 1, 29)
  fc.assert(
    fc.property(fc.integer({ min: day, max: day + 86_399_999 }), (time) =>
      assert.equal(isoTime(time), new Date(time).toISOString()),
    ),
  )
})

test('what is no time is refused', () => {
  for (const time of [Number.NaN, Number.POSITIVE_INFINITY, 2 * lastTime])
    assert.throws(() => isoTime(time), RangeError)
})
