import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type SandboxInstance, startSandboxed } from '../../harness/sandboxed.ts'

const fault = { operation: 'create', kind: 'rate_limit', times: 2, after: 1 }

let instance: SandboxInstance
before(async () => {
  instance = await startSandboxed('sqlite')
})
after(() => instance.stop())

test('a fault waits on its platform, is listed with its numbers, and is gone when cleared', async () => {
  const added = await instance.owner('POST', '/sandbox/x/faults', { body: fault })
  assert.deepEqual([added.status, added.body.data], [200, { faults: [fault] }])
  assert.deepEqual((await instance.owner('GET', '/sandbox/x/faults')).body, added.body)
  assert.deepEqual((await instance.owner('GET', '/sandbox/threads/faults')).body.data, { faults: [] })
  const cleared = await instance.owner('DELETE', '/sandbox/x/faults')
  assert.deepEqual([cleared.status, cleared.body.data], [200, { faults: [] }])
})

test('the platform meets it', async () => {
  const user = await instance.newUser()
  await instance.owner('POST', '/sandbox/x/faults', { body: { operation: 'account', kind: 'server_error' } })
  await user.ask('POST', '/connect', { body: { platform: 'x', environment: 'sandbox' } })
  const { requests } = (await instance.owner('GET', '/sandbox/x/requests')).body.data
  assert.ok(requests.some((request: { fault: string | null }) => request.fault === 'server_error'))
})
