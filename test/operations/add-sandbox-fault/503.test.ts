import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '../../../scripts/free-port.ts'
import { startInstance } from '../../harness/instance.ts'

test('a sandbox of its own process that does not run is 503, and the message says how to start it', async (t) => {
  const env = { POLYPOST_SANDBOX: 'on', POLYPOST_SANDBOX_PORT: String(await freePort()) }
  const instance = await startInstance('sqlite', { env })
  t.after(instance.stop)
  const { status, body } = await instance.owner('GET', '/sandbox/x/faults')
  assert.deepEqual([status, body.error.code], [503, 'unavailable'])
  assert.match(body.error.message, /polypost sandbox/)
})
