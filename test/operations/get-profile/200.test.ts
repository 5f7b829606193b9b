import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'
import { insertAccount } from '../../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind)
  })
  after(() => instance.stop())

  test('a profile is read as the list shows it, with its accounts', async () => {
    const user = await instance.newUser()
    const { profile_id } = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data
    for (const platform of ['x', 'bluesky'])
      await insertAccount(instance.data, { profile_id, platform, username: 'acme' })
    const listed = (await user.ask('GET', '/profiles')).body.data.profiles
    assert.equal(Object.keys(listed[1].platform_profiles).length, 2)
    for (const profile of listed)
      assert.deepEqual((await user.ask('GET', `/profiles/${profile.id}`)).body.data, profile)
  })
})
