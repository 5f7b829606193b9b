import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startInstance } from '../../harness/instance.ts'

test('without simulated platforms the error names the setting', async (t) => {
  const instance = await startInstance('sqlite')
  t.after(instance.stop)
  for (const path of ['/sandbox/reset', '/sandbox/x/faults']) {
    const body = path.endsWith('faults') ? { body: { operation: '*', kind: 'rate_limit' } } : {}
    const reply = await instance.owner('POST', path, body)
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'wrong_state'])
    assert.match(reply.body.error.message, /POLYPOST_SANDBOX=on/)
  }
})
