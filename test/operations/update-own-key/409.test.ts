import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Instance, startInstance } from '../../harness/instance.ts'

let instance: Instance
before(async () => {
  instance = await startInstance('sqlite')
})
after(() => instance.stop())

test('a revoked key cannot change', async () => {
  const { id } = (await instance.owner('POST', '/keys', { body: { name: 'gone' } })).body.data
  await instance.owner('DELETE', `/keys/${id}`)
  const { status, body } = await instance.owner('PATCH', `/keys/${id}`, { body: { expires_at: null } })
  assert.deepEqual([status, body.error.code, body.error.details[0].status], [409, 'wrong_state', 'revoked'])
})
