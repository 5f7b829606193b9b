import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pages, startChoosing } from '../../harness/choosing.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { insertAccount, withDatabase } from '../../harness/rows.ts'

onEachOwnInstance(startChoosing, (instance) => {
  async function connected(user: User, choice_id: string, more = {}) {
    const { id } = await instance.signIn(user, more)
    await user.ask('POST', `/connect/${id}/select`, { body: { choice_id } })
  }
  const disconnect = (user: User, body: object) => user.ask('POST', '/disconnect', { body })
  const tokenOf = (choice: number) => pages[choice]?.credentials?.accessToken ?? ''

  test('the tokens are revoked at the platform and deleted here', async () => {
    const user = await instance.newUser()
    await connected(user, 'page-0')
    const { status, body } = await disconnect(user, { platform: 'simulant' })
    assert.equal(status, 200)
    assert.deepEqual(body, { status: 'ok', platform: 'simulant', profile_id: user.profileId })
    assert.deepEqual(instance.platform.revoked, [tokenOf(0)])
    assert.deepEqual((await user.ask('GET', '/profiles')).body.data.profiles[0].connected_platforms, [])
    const rows = await withDatabase(instance.data, (db) =>
      db.selectFrom('accounts').select('id').where('profile_id', '=', user.profileId).execute(),
    )
    assert.deepEqual(rows, [])
  })

  test('a login that another profile still uses is revoked only when that profile disconnects too', async () => {
    const user = await instance.newUser()
    const other = (await user.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
    await connected(user, 'page-1')
    await connected(user, 'page-1', { profile_id: other })
    await disconnect(user, { platform: 'simulant' })
    assert.ok(!instance.platform.revoked.includes(tokenOf(1)))
    await user.ask('DELETE', `/profiles/${other}`)
    assert.ok(instance.platform.revoked.includes(tokenOf(1)))
  })

  test('an account is deleted even if its platform is unreachable', async () => {
    const user = await instance.newUser()
    await insertAccount(instance.data, { profile_id: user.profileId, platform: 'simulant', environment: 'live' })
    assert.equal((await disconnect(user, { platform: 'simulant' })).status, 200)
    const profile_id = (await user.ask('POST', '/profiles', { body: { name: 'Old' } })).body.data.profile_id
    await insertAccount(instance.data, { profile_id, platform: 'simulant', environment: 'sandbox' })
    assert.equal((await disconnect(user, { platform: 'simulant', profile_id })).status, 200)
  })
})
