import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSpokenTime } from '../../src/commands/client/spoken-time.ts'

/** A Wednesday, 15:00 in Warsaw. */
const now = Date.parse('2026-11-25T14:00:00Z')

const cases: readonly [text: string, local: string | null][] = [
  ['tomorrow 9:00', '2026-11-26T09:00:00'],
  ['Tomorrow at 9', '2026-11-26T09:00:00'],
  ['today 18:30', '2026-11-25T18:30:00'],
  ['16:00', '2026-11-25T16:00:00'],
  ['9:00', '2026-11-26T09:00:00'],
  ['wednesday 16:00', '2026-11-25T16:00:00'],
  ['wednesday 9:00', '2026-12-02T09:00:00'],
  ['fri 9:00', '2026-11-27T09:00:00'],
  ['in 2 hours', '2026-11-25T17:00:00'],
  ['in 1 week', '2026-12-02T15:00:00'],
  ['2026-12-01 9:00', '2026-12-01T09:00:00'],
  ['2026-12-01T09:00', '2026-12-01T09:00:00'],
  ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00Z'],
  ['2026-12-01T09:00:00+02:00', '2026-12-01T09:00:00+02:00'],
  ['2026-02-30 9:00', null],
  ['someday 9:00', null],
  ['tomorrow', null],
  ['tomorrow 25:00', null],
  ['', null],
]

describe('a time as people write it, on a Wednesday at 15:00 in Warsaw', () => {
  for (const [text, local] of cases)
    test(`“${text}” is ${local ?? 'no time'}`, () => assert.equal(readSpokenTime(text, 'Europe/Warsaw', now), local))
})
