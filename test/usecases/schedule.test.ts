import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, minute, second } from '../../src/domain/time.ts'
import { resolveSchedule } from '../../src/usecases/posts/resolve-schedule.ts'

const now = Date.UTC(2026, 10, 21, 12)

const resolve = (scheduledAt: string | null | undefined, timezone?: string | null) =>
  resolveSchedule({ scheduledAt, timezone, now })

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

describe('a time with Z or an offset is used as given', () => {
  const times: readonly (readonly [text: string, utc: string])[] = [
    ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00:00+01:00', '2026-12-01T08:00:00.000Z'],
    ['2026-12-01T09:00:00-09:30', '2026-12-01T18:30:00.000Z'],
    ['2026-12-01T09:00:00-00:00', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T23:59:59.5+23:59', '2026-12-01T00:00:59.500Z'],
    ['2026-12-01t09:00:00.123456789z', '2026-12-01T09:00:00.123Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01T00:59:60+01:00', '2027-01-01T00:00:00.000Z'],
  ]
  for (const [text, utc] of times)
    test(text, () => {
      assert.deepEqual(resolve(text), {
        at: Date.parse(utc),
        timezone: null,
        nextSlot: false,
        findings: [],
        warnings: [],
        fault: null,
      })
    })

  test('beside a zone too, which is stored', () => {
    const { at, timezone, warnings } = resolve('2027-03-28T02:30:00+05:00', 'Europe/Warsaw')
    assert.deepEqual([iso(at), timezone, warnings], ['2027-03-27T21:30:00.000Z', 'Europe/Warsaw', []])
  })
})

describe('a local time is interpreted in its zone', () => {
  const times: readonly (readonly [text: string, zone: string, utc: string, code?: string])[] = [
    ['2026-12-01T09:00:00', 'Europe/Warsaw', '2026-12-01T08:00:00.000Z'],
    ['2027-07-01T09:00', 'Europe/Warsaw', '2027-07-01T07:00:00.000Z'],
    ['2026-12-01T09:00:00.25', 'Asia/Kathmandu', '2026-12-01T03:15:00.250Z'],
    ['2026-12-01T09:00:00', 'europe/warsaw', '2026-12-01T08:00:00.000Z'],
    ['2026-12-01T09:00:00', 'Asia/Calcutta', '2026-12-01T03:30:00.000Z'],
    ['2026-12-01T09:00:00', 'UTC', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00:00', 'Etc/GMT+5', '2026-12-01T14:00:00.000Z'],
    ['2027-03-28T02:30:00', 'Europe/Warsaw', '2027-03-28T01:30:00.000Z', 'schedule_time_skipped'],
    ['2027-10-31T02:30:00', 'Europe/Warsaw', '2027-10-31T00:30:00.000Z', 'schedule_time_ambiguous'],
    // Half an hour, and in the other half of the year.
    ['2027-10-03T02:15:00', 'Australia/Lord_Howe', '2027-10-02T15:45:00.000Z', 'schedule_time_skipped'],
    ['2027-04-04T01:45:00', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z', 'schedule_time_ambiguous'],
  ]
  for (const [text, zone, utc, code] of times)
    test(`${text} in ${zone}`, () => {
      const { at, timezone, findings, warnings } = resolve(text, zone)
      assert.deepEqual([iso(at), timezone, findings], [utc, zone, []])
      assert.deepEqual(
        warnings.map((warning) => warning.code),
        code === undefined ? [] : [code],
      )
    })
})

describe('an invalid schedule is an error of the request', () => {
  const faults: readonly (readonly [text: string | null, zone: string | null, paths: readonly string[]])[] = [
    ['2026-12-01T09:00:00', null, ['scheduled_timezone']],
    [null, 'Europe/Warsaw', ['scheduled_at']],
    [null, 'Mars/Olympus', ['scheduled_at', 'scheduled_timezone']],
    ['soon', 'Mars/Olympus', ['scheduled_at', 'scheduled_timezone']],
    ...['Mars/Olympus', '+01:00', '-05', 'UTC+1', 'PST', 'IST', 'JST', '', ' Europe/Warsaw', 'Etc/Unknown', 'Z'].map(
      (zone) => ['2026-12-01T09:00:00', zone, ['scheduled_timezone']] as const,
    ),
    ['2026-12-01T09:00:00Z', 'PST', ['scheduled_timezone']],
    ...[
      '',
      '2026-12-01',
      '2026-12-01 09:00:00Z',
      '2026-12-01T09:00Z',
      '2026-12-01T9:00:00Z',
      '2026-12-01T09:00:00+0100',
      '2026-12-01T09:00:00+1:00',
      '2026-12-01T09:00:00+24:00',
      '2026-12-01T09:00:00+01:60',
      '2026-12-01T09:00:00,5Z',
      '2026-12-01T09:00:00.Z',
      '2026-12-01T24:00:00Z',
      '2026-12-01T09:60:00Z',
      '2026-12-01T09:00:60Z',
      '2026-13-01T09:00:00Z',
      '2026-11-31T09:00:00Z',
      '2027-02-29T09:00:00Z',
      '2026-12-01T09:00:00[Europe/Warsaw]',
      '+002026-12-01T09:00:00Z',
      '1796115600',
      '２026-12-01T09:00:00Z',
    ].map((text) => [text, null, ['scheduled_at']] as const),
  ]
  for (const [text, zone, paths] of faults)
    test(`${JSON.stringify(text)} with ${JSON.stringify(zone)}`, () => {
      const { at, findings, fault } = resolve(text, zone)
      assert.equal(fault, 'malformed')
      assert.equal(at, null)
      assert.deepEqual(
        findings.map(({ path }) => path),
        paths,
      )
    })
})

describe('how far in the past or future a time may be', () => {
  const rows: readonly (readonly [text: string, at: string | null, code: string | null])[] = [
    ['2026-11-21T11:58:59.999Z', null, 'schedule_in_past'],
    ['2026-11-21T11:59:00Z', null, null],
    ['2026-11-21T12:00:00Z', null, null],
    ['2026-11-21T12:00:00.001Z', '2026-11-21T12:00:00.001Z', null],
    ['2028-11-21T12:00:00Z', '2028-11-21T12:00:00.000Z', null],
    ['2028-11-21T12:00:00.001Z', null, 'schedule_too_far'],
    ['9999-12-31T23:59:59Z', null, 'schedule_too_far'],
    ['0000-01-01T00:00:00Z', null, 'schedule_in_past'],
  ]
  for (const [text, at, code] of rows)
    test(`${text} is ${code ?? at ?? 'now'}`, () => {
      const schedule = resolve(text)
      assert.equal(iso(schedule.at), at)
      assert.equal(schedule.fault, code === null ? null : 'rejected')
      assert.deepEqual(
        schedule.findings.map((finding) => finding.code),
        code === null ? [] : [code],
      )
    })

  test('an empty schedule means now', () => {
    const nothing = { at: null, timezone: null, nextSlot: false, findings: [], warnings: [], fault: null }
    assert.deepEqual(resolve(undefined), nothing)
    assert.deepEqual(resolve(null, null), nothing)
  })
})

/** A time change: at `at` the zone goes from one offset to the other. */
interface Change {
  readonly zone: string
  readonly at: number
  readonly from: number
  readonly to: number
}

/** The offset of a zone from UTC, read only from the names of offsets. */
function offsetsOf(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  return (at) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? assert.fail(`${zone}: ${name}`)
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * minute
  }
}

/** No zone changes its clocks twice within this time. */
const apart = 4 * day

function changesOf(zone: string): Change[] {
  const offset = offsetsOf(zone)
  const changes: Change[] = []
  for (let start = Date.UTC(2024); start < Date.UTC(2033); start += apart) {
    const [from, to] = [offset(start), offset(start + apart)]
    if (from === to) continue
    let [low, high] = [start, start + apart]
    while (high - low > second) {
      const middle = low + Math.floor((high - low) / second / 2) * second
      if (offset(middle) === from) low = middle
      else high = middle
    }
    changes.push({ zone, at: high, from, to })
  }
  return changes
}

interface Case {
  readonly zone: string
  readonly local: string
  readonly now: number
  readonly at: number
  readonly codes: readonly string[]
}

/** Local times at, between and beside both edges of a change, and their results. */
function casesOf({ zone, at, from, to }: Change): Case[] {
  const [first, behind] = [at + Math.min(from, to), at + Math.max(from, to)]
  const code = to > from ? 'schedule_time_skipped' : 'schedule_time_ambiguous'
  const made = (wall: number, offset: number, codes: readonly string[]): Case => ({
    zone,
    local: new Date(wall).toISOString().slice(0, -1),
    now: at - 10 * day,
    at: wall - offset,
    codes,
  })
  return [
    made(first - second, from, []),
    // In a gap, the old offset also moves the time forward by the length of the gap.
    ...[first, (first + behind) / 2, behind - second].map((wall) => made(wall, from, [code])),
    made(behind, to, []),
  ]
}

describe('every gap and overlap of every zone, 2024 to 2032', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const { TZ } = process.env
  let cases: readonly Case[] = []

  before(() => {
    cases = zones.flatMap(changesOf).flatMap(casesOf)
  })
  after(() => {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  })

  test('the time changes were found', () => {
    assert.ok(zones.length > 400)
    assert.ok(new Set(cases.map(({ zone }) => zone)).size > 100)
    assert.ok(cases.some(({ codes }) => codes[0] === 'schedule_time_skipped'))
    assert.ok(cases.some(({ codes }) => codes[0] === 'schedule_time_ambiguous'))
  })

  for (const own of ['UTC', 'Europe/Warsaw', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe'])
    test(`has the same result if the process runs in ${own}`, () => {
      process.env.TZ = own
      assert.equal(new Intl.DateTimeFormat().resolvedOptions().timeZone, own)
      for (const { zone, local, at, codes, ...rest } of cases) {
        const found = resolveSchedule({ scheduledAt: local, timezone: zone, now: rest.now })
        const told = found.warnings.map(({ code }) => code)
        assert.deepEqual([found.at, told, found.fault], [at, codes, null], `${local} in ${zone}`)
      }
    })

  test('a time far from any change has the same result too', () => {
    for (const zone of zones) {
      const offset = offsetsOf(zone)
      for (const at of [Date.UTC(2027, 0, 15, 12), Date.UTC(2027, 6, 15, 12)]) {
        const local = new Date(at + offset(at)).toISOString().slice(0, -1)
        assert.deepEqual(
          resolve(local, zone),
          { at, timezone: zone, nextSlot: false, findings: [], warnings: [], fault: null },
          zone,
        )
      }
    }
  })
})
