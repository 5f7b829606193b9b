import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  for (const id of ['short', 'a'.repeat(33), 'has-dash'])
    test(`“${id}” is refused as a profile ID`, async () => {
      const user = await instance.newUser()
      const { status, body } = await user.ask('POST', `/profiles/${id}/default`)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'invalid_id')
    })
})
