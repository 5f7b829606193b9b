import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Instance, startInstance } from '../../harness/instance.ts'

let instance: Instance
before(async () => {
  instance = await startInstance('sqlite')
})
after(() => instance.stop())

test('a status that there is not, and a page out of bounds, are refused', async () => {
  for (const query of ['status=sent', 'page=0', 'per_page=101'])
    assert.equal((await instance.owner('GET', `/auto-replies?${query}`)).status, 400, query)
})
