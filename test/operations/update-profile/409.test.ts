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

  test('the name of another profile is refused in any case, and nothing changes', async () => {
    const user = await instance.newUser()
    await user.ask('POST', '/profiles', { body: { name: 'Second' } })
    const body = { name: 'SECOND', color: 1 }
    const reply = await user.ask('PATCH', `/profiles/${user.profileId}`, { body })
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'name_taken'])
    assert.equal((await user.ask('GET', `/profiles/${user.profileId}`)).body.data.name, 'Default')
  })
})
