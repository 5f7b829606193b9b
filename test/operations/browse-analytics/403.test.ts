import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseKinds } from '../../harness/database.ts'
import { startAccepting } from '../../harness/posts.ts'

for (const kind of databaseKinds)
  test(`browsing analytics requires a paid plan, on ${kind}`, async (t) => {
    const instance = await startAccepting(kind)
    t.after(() => instance.stop())
    for (const [plan, expected] of [
      [1, 403],
      [2, 200],
      [3, 200],
      [4, 200],
    ] as const) {
      const user = await instance.newUser(plan)
      const { status, body } = await user.ask('GET', '/analytics/posts')
      assert.equal(status, expected, `plan ${plan}`)
      if (status === 403)
        assert.deepEqual(
          [body.error.code, body.error.details[0].required_plans],
          ['plan_required', ['Starter', 'Pro', 'Business']],
        )
    }
  })
