import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'
import { insertAccount } from '../../harness/rows.ts'

onEachInstance(startInstance, (instance) => {
  test('a platform that is not connected in this profile can’t be disconnected, even if another profile has it', async () => {
    const user = await instance.newUser()
    const profile_id = (await user.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
    await insertAccount(instance.data, { profile_id, platform: 'x' })
    const { status, body } = await user.ask('POST', '/disconnect', { body: { platform: 'twitter' } })
    assert.equal(status, 422)
    assert.equal(body.error.code, 'platform_not_connected')
    assert.equal(body.error.details[0].platform, 'twitter')
    const done = await user.ask('POST', '/disconnect', { body: { platform: 'twitter', profile_id } })
    assert.deepEqual(done.body, { status: 'ok', platform: 'twitter', profile_id })
    assert.equal((await user.ask('POST', '/disconnect', { body: { platform: 'x', profile_id } })).status, 422)
  })
})
