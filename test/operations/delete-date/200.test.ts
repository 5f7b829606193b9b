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

  test('a deleted date is gone, and the others stay', async () => {
    const { ask } = await instance.newUser()
    const add = async (name: string) => (await ask('POST', '/dates', { body: { name, from: '2026-12-04' } })).body.data
    const [deleted, kept] = [await add('Deleted'), await add('Kept')]
    const { body } = await ask('DELETE', `/dates/${deleted.id}`)
    assert.deepEqual(body.data, { id: deleted.id, deleted: true })
    assert.deepEqual((await ask('GET', '/dates')).body.data.dates, [kept])
    assert.equal((await ask('DELETE', `/dates/${deleted.id}`)).status, 404)
  })
})
