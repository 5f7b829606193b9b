import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseKinds } from '../../harness/database.ts'
import { startAccepting } from '../../harness/posts.ts'

for (const kind of databaseKinds)
  test(`a profile that is not the caller’s is not found, on ${kind}`, async (t) => {
    const instance = await startAccepting(kind)
    t.after(() => instance.stop())
    const [user, other] = [await instance.newUser(), await instance.newUser()]
    for (const id of ['doesNotExist', other.profileId]) {
      const path = `/analytics/summary?from=2026-03-02&to=2026-03-02&profile_id=${id}`
      assert.equal((await user.ask('GET', path)).status, 404)
    }
  })
