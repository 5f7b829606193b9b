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

  test('a new profile is listed, is not the default, and has an ID of the documented shape', async () => {
    const user = await instance.newUser()
    const { status, body } = await user.ask('POST', '/profiles', { body: { name: '  Acme Poland  ' } })
    assert.equal(status, 200)
    const made = body.data.profiles.find(({ id }: { id: string }) => id === body.data.profile_id)
    assert.match(made.id, /^[A-Za-z0-9]{12}$/)
    assert.deepEqual(
      { name: made.name, is_default: made.is_default, connected: made.connected_platforms },
      { name: 'Acme Poland', is_default: false, connected: [] },
    )
    const list = await user.ask('GET', '/profiles')
    assert.deepEqual(list.body.data.profiles, body.data.profiles)
    assert.equal(list.body.data.default_profile_id, user.profileId)
  })

  test('the same name may be used by two users, and again after its profile was deleted', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const first = await ana.ask('POST', '/profiles', { body: { name: 'Shop' } })
    assert.equal((await ben.ask('POST', '/profiles', { body: { name: 'Shop' } })).status, 200)
    assert.equal((await ana.ask('DELETE', `/profiles/${first.body.data.profile_id}`)).status, 200)
    assert.equal((await ana.ask('POST', '/profiles', { body: { name: 'Shop' } })).status, 200)
  })
})
