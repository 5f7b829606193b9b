import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance, type User } from '../../harness/instance.ts'

const make = async (user: User, name: string): Promise<string> =>
  (await user.ask('POST', '/profiles', { body: { name } })).body.data.profile_id

onEachInstance(startInstance, (instance) => {
  test('the new default is marked, the old one is not, and the response is the list', async () => {
    const user = await instance.newUser(3)
    const id = await make(user, 'Second')
    const { status, body } = await user.ask('POST', `/profiles/${id}/default`)
    assert.equal(status, 200)
    assert.equal(body.data.default_profile_id, id)
    assert.deepEqual(body.data.limits, { max_accounts_per_platform: 10 })
    const flags = body.data.profiles.map((profile: { id: string; is_default: boolean }) => [
      profile.id,
      profile.is_default,
    ])
    assert.deepEqual(
      new Map(flags),
      new Map([
        [user.profileId, false],
        [id, true],
      ]),
    )
    assert.deepEqual((await user.ask('GET', '/profiles')).body, body)
  })

  test('requests without a profile use the new default from the next request on', async () => {
    const user = await instance.newUser()
    const id = await make(user, 'Second')
    assert.equal((await user.ask('GET', '/settings')).body.data.profile_id, user.profileId)
    await user.ask('POST', `/profiles/${id}/default`)
    assert.equal((await user.ask('GET', '/settings')).body.data.profile_id, id)
    const changed = await user.ask('POST', '/settings', { body: { pricing: 'Free' } })
    assert.equal(changed.body.data.profile_id, id)
    const old = await user.ask('GET', `/settings?profile_id=${user.profileId}`)
    assert.equal(old.body.data.pricing, '')
  })

  test('making the default profile the default again changes nothing', async () => {
    const user = await instance.newUser()
    const before = (await user.ask('GET', '/profiles')).body
    const again = await user.ask('POST', `/profiles/${user.profileId}/default`)
    assert.equal(again.status, 200)
    assert.deepEqual(again.body, before)
  })

  test('an empty JSON body is accepted as well as no body', async () => {
    const user = await instance.newUser()
    assert.equal((await user.ask('POST', `/profiles/${user.profileId}/default`, { body: {} })).status, 200)
  })
})
