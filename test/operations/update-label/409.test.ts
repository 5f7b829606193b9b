import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('of two labels that get the same name at the same time, one keeps its own', async () => {
    const { ask } = await instance.newUser()
    const make = async (name: string) => (await ask('POST', '/labels', { body: { name } })).body.data.id
    const ids = [await make('a'), await make('b')]
    const replies = await Promise.all(ids.map((id) => ask('PATCH', `/labels/${id}`, { body: { name: 'Both' } })))
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409])
    assert.equal(replies.find(({ status }) => status === 409)?.body.error.code, 'name_taken')
  })
})
