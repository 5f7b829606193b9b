import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Instance, startInstance } from '../../harness/instance.ts'

let instance: Instance
before(async () => {
  instance = await startInstance('sqlite')
})
after(() => instance.stop())

test('minutes are required with the policy ahead, and refused without it', async () => {
  for (const body of [
    { policy: 'ahead' },
    { policy: 'ahead', minutes_ahead: 0 },
    { policy: 'ahead', minutes_ahead: 10_081 },
    { policy: 'ahead', minutes_ahead: 1.5 },
    { policy: 'drafts', minutes_ahead: 10 },
    { minutes_ahead: 10 },
  ]) {
    const refused = await instance.owner('POST', '/keys', { body: { name: 'odd', ...body } })
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'minutes_ahead'], refused.text)
  }
})

test('a key with the scope admin cannot be limited, because it could create another key', async () => {
  for (const policy of [{ policy: 'drafts' }, { policy: 'ahead', minutes_ahead: 10 }])
    for (const path of ['/keys', '/admin/users/1/keys']) {
      const body = { name: 'odd', scopes: ['read', 'admin'], ...policy }
      const refused = await instance.owner('POST', path, { body })
      assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'policy'], refused.text)
    }
})
