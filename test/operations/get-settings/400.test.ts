import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
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
