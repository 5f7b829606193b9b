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

  test('what is given changes, and the rest of the date stays', async () => {
    const { ask, profileId } = await instance.newUser()
    const body = { name: 'Fair', from: '2026-12-04', to: '2026-12-06' }
    const made = (await ask('POST', '/dates', { body })).body.data
    const change = async (changes: object) => {
      const reply = await ask('PATCH', `/dates/${made.id}`, { body: changes })
      assert.equal(reply.status, 200, reply.text)
      return reply.body.data
    }
    assert.deepEqual(await change({}), made)
    assert.deepEqual(await change({ name: 'Market' }), { ...made, name: 'Market' })
    assert.deepEqual(await change({ profile_id: profileId }), { ...made, name: 'Market', profile_id: profileId })
    const moved = { ...made, name: 'Market', from: '2027-01-01', to: '2027-01-02' }
    assert.deepEqual(await change({ from: moved.from, to: moved.to, profile_id: null }), moved)
    assert.deepEqual((await ask('GET', '/dates')).body.data.dates, [moved])
  })
})
