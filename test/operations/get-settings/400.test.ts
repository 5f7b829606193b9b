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

  for (const id of ['', 'short', 'a'.repeat(33), 'has-dash', 'a%20b%20c%20d'])
    test(`profile_id “${id}” is refused as a profile ID`, async () => {
      const user = await instance.newUser()
      const { status, body } = await user.ask('GET', `/settings?profile_id=${id}`)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'validation_failed')
      assert.equal(body.error.details[0].path, 'profile_id')
    })

  test('profile_id is refused if it is given twice', async () => {
    const user = await instance.newUser()
    const { status, body } = await user.ask(
      'GET',
      `/settings?profile_id=${user.profileId}&profile_id=${user.profileId}`,
    )
    assert.equal(status, 400)
    assert.equal(body.error.details[0].path, 'profile_id')
  })
})
