import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Instance, startInstance } from '../../harness/instance.ts'

let instance: Instance
before(async () => {
  instance = await startInstance('sqlite')
})
after(() => instance.stop())

test('a key with the scope admin keeps the policy publish', async () => {
  const body = { name: 'root', scopes: ['read', 'admin'] }
  const { id } = (await instance.owner('POST', '/keys', { body })).body.data
  const refused = await instance.owner('PATCH', `/keys/${id}`, { body: { policy: 'drafts' } })
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'policy'], refused.text)
})
