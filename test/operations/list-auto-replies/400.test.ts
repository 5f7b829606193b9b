import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Instance, startInstance } from '../../harness/instance.ts'

let instance: Instance
before(async () => {
  instance = await startInstance('sqlite')
})
after(() => instance.stop())

test('an unknown status, and a page out of range, are refused', async () => {
  for (const query of ['status=sent', 'page=0', 'per_page=101'])
    assert.equal((await instance.owner('GET', `/auto-replies?${query}`)).status, 400, query)
})
