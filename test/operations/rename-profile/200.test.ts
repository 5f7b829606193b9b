import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance, type User } from '../../harness/instance.ts'
import { insertAccount } from '../../harness/rows.ts'

interface Profile {
  readonly id: string
  readonly name: string
  readonly updated_at: string
}

const make = async (user: User, name: string): Promise<string> =>
  (await user.ask('POST', '/profiles', { body: { name } })).body.data.profile_id

onEachInstance(startInstance, (instance) => {
  test('a renamed profile keeps everything but its name, and the response is the current list', async () => {
    const user = await instance.newUser()
    const id = await make(user, 'Before')
    await insertAccount(instance.data, { profile_id: id, platform: 'x', username: 'acme' })
    const before: Profile[] = (await user.ask('GET', '/profiles')).body.data.profiles
    const { status, body } = await user.ask('POST', `/profiles/${id}`, { body: { name: '  After  ' } })
    assert.equal(status, 200)
    assert.equal(body.data.profile_id, id)
    const after: Profile[] = (await user.ask('GET', '/profiles')).body.data.profiles
    assert.deepEqual(body.data.profiles, after)
    const expected = before.map((profile) =>
      profile.id === id
        ? { ...profile, name: 'After', updated_at: after.find((other) => other.id === id)?.updated_at }
        : profile,
    )
    assert.deepEqual(after, expected)
  })

  test('renaming changes updated_at and not created_at', async () => {
    const user = await instance.newUser()
    const { body: before } = await user.ask('GET', '/profiles')
    await sleep(2)
    const { body: after } = await user.ask('POST', `/profiles/${user.profileId}`, { body: { name: 'Main' } })
    const [[old], [renamed]] = [before.data.profiles, after.data.profiles]
    assert.equal(renamed.created_at, old.created_at)
    assert.ok(renamed.updated_at > old.updated_at)
  })

  test('the default profile can be renamed and stays the default', async () => {
    const user = await instance.newUser()
    const { body } = await user.ask('POST', `/profiles/${user.profileId}`, { body: { name: 'Main' } })
    const [{ id, name, is_default }] = body.data.profiles
    assert.deepEqual({ id, name, is_default }, { id: user.profileId, name: 'Main', is_default: true })
  })

  test('a profile may get its own name again, in another case', async () => {
    const user = await instance.newUser()
    const id = await make(user, 'shop')
    for (const name of ['shop', 'SHOP'])
      assert.equal((await user.ask('POST', `/profiles/${id}`, { body: { name } })).status, 200)
    const profiles: Profile[] = (await user.ask('GET', '/profiles')).body.data.profiles
    assert.equal(profiles.find((profile) => profile.id === id)?.name, 'SHOP')
  })

  test('the old name of a renamed profile is free', async () => {
    const user = await instance.newUser()
    const id = await make(user, 'First')
    await user.ask('POST', `/profiles/${id}`, { body: { name: 'Second' } })
    assert.equal((await user.ask('POST', '/profiles', { body: { name: 'first' } })).status, 200)
  })
})
