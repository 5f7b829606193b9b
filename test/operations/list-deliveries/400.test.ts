import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, startAccepting } from '../../harness/posts.ts'
import { createWebhook } from '../../harness/webhooks.ts'

const noNumbers = ['0', '-1', '01', '007', '1.5', 'abc', '1e3', '%20', '9007199254740992']

onEachInstance(startAccepting, (instance) => {
  test('an invalid ID is refused', async () => {
    const user = await instance.newUser()
    for (const id of noNumbers) {
      const { status, code } = codesOf(await user.ask('GET', `/webhooks/${id}/deliveries`))
      assert.deepEqual([status, code], [400, 'invalid_id'], id)
    }
  })

  test('an invalid cursor is refused with its place', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user)
    for (const query of [...noNumbers.map((before) => `before=${before}`), 'before=', 'before=2&before=1']) {
      const { status, body } = await user.ask('GET', `/webhooks/${id}/deliveries?${query}`)
      assert.deepEqual([status, body.error.code], [400, 'validation_failed'], query)
      assert.equal(body.error.details[0].path, 'before', query)
    }
  })
})
