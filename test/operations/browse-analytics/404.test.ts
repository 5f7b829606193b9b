import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseKinds } from '../../harness/database.ts'
import { startAccepting } from '../../harness/posts.ts'

for (const kind of databaseKinds)
  test(`a profile that is not the caller’s is not found, on ${kind}`, async (t) => {
    const instance = await startAccepting(kind)
    t.after(() => instance.stop())
    const [user, other] = [await instance.newUser(), await instance.newUser()]
    for (const id of ['doesNotExist', other.profileId])
      for (const query of ['', '&page=1'])
        assert.equal((await user.ask('GET', `/analytics/posts?profile_id=${id}${query}`)).status, 404)
  })
