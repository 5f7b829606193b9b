import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Instance, startInstance } from '../../harness/instance.ts'

let instance: Instance
before(async () => {
  instance = await startInstance('sqlite')
})
after(() => instance.stop())

test('an unknown action and a person that is no number are refused, with the field', async () => {
  for (const [query, field] of [
    ['action=key.created,key.lost', 'action'],
    ['person=ana', 'person'],
  ]) {
    const { status, body } = await instance.owner('GET', `/audit?${query}`)
    assert.deepEqual([status, body.error.details[0].path], [400, field])
  }
})
