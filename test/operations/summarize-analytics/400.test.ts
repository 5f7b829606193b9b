import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseKinds } from '../../harness/database.ts'
import { startAccepting } from '../../harness/posts.ts'

const refused = [
  ['', 'from'],
  ['from=2026-03-02', 'to'],
  ['from=2026-02-30&to=2026-03-02', 'from'],
  ['from=1999-12-31&to=2000-01-01', 'from'],
  ['from=2099-12-31&to=2100-01-01', 'to'],
  ['from=2026-03-02&to=2026-03-01', 'to'],
  ['from=2026-01-01&to=2027-01-02', 'to'],
  ['from=2026-03-02&to=2026-03-02&timezone=Mars', 'timezone'],
  ['from=2026-03-02&to=2026-03-02&timezone=%2B02:00', 'timezone'],
  ['from=2026-03-02&to=2026-03-02&profile_id=a!', 'profile_id'],
  ['from=2026-03-02&to=2026-03-02&days=7', 'days'],
] as const

for (const kind of databaseKinds)
  test(`days that cannot be summed are refused with the name of the parameter, on ${kind}`, async (t) => {
    const instance = await startAccepting(kind)
    t.after(() => instance.stop())
    for (const [query, path] of refused) {
      const { status, body } = await instance.owner('GET', `/analytics/summary?${query}`)
      assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'validation_failed', path], query)
    }
    const longest = await instance.owner('GET', '/analytics/summary?from=2028-01-01&to=2028-12-31')
    assert.equal(longest.status, 200)
    assert.equal(longest.body.data.days.length, 366)
  })
