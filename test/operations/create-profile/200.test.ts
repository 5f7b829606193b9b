import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

interface Named {
  readonly id: string
  readonly name: string
}

const fittingNames: readonly (readonly [what: string, name: string])[] = [
  ['one character', 'A'],
  ['80 characters', 'n'.repeat(80)],
  ['other scripts and signs', 'Łódź · 店 · "quotes" & <b>'],
  ['decomposed accents', 'Cafe\u0301'],
]

onEachInstance(startInstance, (instance) => {
  test('a new profile is listed, is not the default, and has an ID of the documented shape', async () => {
    const user = await instance.newUser()
    const { status, body } = await user.ask('POST', '/profiles', { body: { name: '  Acme Poland  ' } })
    assert.equal(status, 200)
    const made = body.data.profiles.find(({ id }: Named) => id === body.data.profile_id)
    assert.match(made.id, /^[A-Za-z0-9]{12}$/)
    assert.deepEqual(
      { name: made.name, is_default: made.is_default, connected: made.connected_platforms },
      { name: 'Acme Poland', is_default: false, connected: [] },
    )
    const list = await user.ask('GET', '/profiles')
    assert.deepEqual(list.body.data.profiles, body.data.profiles)
    assert.equal(list.body.data.default_profile_id, user.profileId)
  })

  test('two users may use the same name, and a user may use it again after deleting the profile', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const first = await ana.ask('POST', '/profiles', { body: { name: 'Shop' } })
    assert.equal((await ben.ask('POST', '/profiles', { body: { name: 'Shop' } })).status, 200)
    assert.equal((await ana.ask('DELETE', `/profiles/${first.body.data.profile_id}`)).status, 200)
    assert.equal((await ana.ask('POST', '/profiles', { body: { name: 'Shop' } })).status, 200)
  })

  for (const [what, name] of fittingNames)
    test(`a name with ${what} is stored as it was sent`, async () => {
      const user = await instance.newUser()
      const { status, body } = await user.ask('POST', '/profiles', { body: { name } })
      assert.equal(status, 200)
      assert.equal(body.data.profiles.find(({ id }: Named) => id === body.data.profile_id).name, name)
    })

  test('a name may have 80 characters; spaces around them do not count', async () => {
    const user = await instance.newUser()
    const { status } = await user.ask('POST', '/profiles', { body: { name: `   ${'n'.repeat(80)}   ` } })
    assert.equal(status, 200)
  })

  test('a character of two UTF-16 units counts once', async () => {
    const user = await instance.newUser()
    assert.equal((await user.ask('POST', '/profiles', { body: { name: '🦊'.repeat(80) } })).status, 200)
  })

  test('a repeat with the same Idempotency-Key creates no second profile and gets the same response', async () => {
    const user = await instance.newUser()
    const ask = { body: { name: 'Once' }, headers: { 'idempotency-key': 'profile-once' } }
    const first = await user.ask('POST', '/profiles', ask)
    const second = await user.ask('POST', '/profiles', ask)
    assert.equal(second.status, 200)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.equal(first.headers.get('idempotent-replayed'), null)
    assert.deepEqual(second.body, first.body)
    assert.equal((await user.ask('GET', '/profiles')).body.data.profiles.length, 2)
  })
})
