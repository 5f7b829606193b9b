import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { createPost, newPublisher, readJob, readPost, startAccepting } from '../../harness/posts.ts'

const year = new Date().getUTCFullYear() + 1

/** The last Sunday of a month, as in a date: the European Union changes its clocks on it, at 01:00 UTC. */
function lastSunday(month: number): string {
  const last = new Date(Date.UTC(year, month, 0))
  last.setUTCDate(last.getUTCDate() - last.getUTCDay())
  return last.toISOString().slice(0, 10)
}

const spring = lastSunday(3)
const autumn = lastSunday(10)

const cases: readonly {
  readonly what: string
  readonly sent: { readonly scheduled_at: string; readonly scheduled_timezone?: string }
  readonly resolved: string
  readonly warning?: string
}[] = [
  {
    what: 'a time with Z is as it is given',
    sent: { scheduled_at: `${year}-01-15T09:00:00Z` },
    resolved: `${year}-01-15T09:00:00.000Z`,
  },
  {
    what: 'a time with an offset is as it is given',
    sent: { scheduled_at: `${year}-01-15T09:00:00.250+05:30` },
    resolved: `${year}-01-15T03:30:00.250Z`,
  },
  {
    what: 'a time with an offset is not moved by a zone',
    sent: { scheduled_at: `${year}-01-15T09:00:00+02:00`, scheduled_timezone: 'America/New_York' },
    resolved: `${year}-01-15T07:00:00.000Z`,
  },
  {
    what: 'a local time is meant in its zone, in winter',
    sent: { scheduled_at: `${year}-01-15T09:00:00`, scheduled_timezone: 'Europe/Warsaw' },
    resolved: `${year}-01-15T08:00:00.000Z`,
  },
  {
    what: 'a local time is meant in its zone, in summer',
    sent: { scheduled_at: `${year}-07-15T09:00:00`, scheduled_timezone: 'Europe/Warsaw' },
    resolved: `${year}-07-15T07:00:00.000Z`,
  },
  {
    what: 'a time that the clocks skip moves forward by what they skip, and the answer says so',
    sent: { scheduled_at: `${spring}T02:30:00`, scheduled_timezone: 'Europe/Warsaw' },
    resolved: `${spring}T01:30:00.000Z`,
    warning: 'schedule_time_skipped',
  },
  {
    what: 'a time that comes twice is the first, and the answer says so',
    sent: { scheduled_at: `${autumn}T02:30:00`, scheduled_timezone: 'Europe/Warsaw' },
    resolved: `${autumn}T00:30:00.000Z`,
    warning: 'schedule_time_ambiguous',
  },
]

onEachInstance(startAccepting, (instance) => {
  for (const { what, sent, resolved, warning } of cases)
    test(`${what}; the time zone is returned as it was sent`, async () => {
      const user = await newPublisher(instance)
      const { id, jobIds, warnings } = await createPost(user, sent)
      const post = await readPost(user, id)
      assert.deepEqual(
        [post.scheduled_at, post.scheduled_timezone, post.status],
        [resolved, sent.scheduled_timezone ?? null, 'scheduled'],
      )
      assert.deepEqual(
        warnings.map(({ code }) => code),
        warning === undefined ? [] : [warning],
      )
      const { payload } = (await user.ask('GET', `/jobs/${jobIds[0]}`)).body.job
      assert.equal(payload.scheduled_at, resolved)
      assert.equal((await readJob(user, jobIds[0] ?? 0)).status, 'queued')
    })
})
