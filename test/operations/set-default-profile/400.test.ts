import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind)
  })
  after(() => instance.stop())

  for (const id of ['short', 'a'.repeat(33), 'has-dash'])
    test(`“${id}” is refused as a profile ID`, async () => {
      const user = await instance.newUser()
      const { status, body } = await user.ask('POST', `/profiles/${id}/default`)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'invalid_id')
    })
})
