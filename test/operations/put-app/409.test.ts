import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startInstance } from '../../harness/instance.ts'

const body = { client_id: 'mine', client_secret: 'secret' }

test('an app in the environment cannot be replaced, and the message names the settings', async (t) => {
  const instance = await startInstance('sqlite', { env: { X_CLIENT_ID: 'from-outside', X_CLIENT_SECRET: 'secret' } })
  t.after(instance.stop)
  const { status, body: refused } = await instance.owner('PUT', '/apps/twitter', { body })
  assert.deepEqual([status, refused.error.code], [409, 'wrong_state'])
  assert.match(refused.error.message, /X_CLIENT_ID and X_CLIENT_SECRET/)
  const [login] = (await instance.owner('GET', '/apps/x')).body.data.logins
  assert.deepEqual([login.source, login.client_id, login.updated_at], ['environment', 'from-outside', null])
})

test('a platform without developer apps refuses one', async (t) => {
  const instance = await startInstance('sqlite')
  t.after(instance.stop)
  const { status, body: refused } = await instance.owner('PUT', '/apps/bluesky', { body })
  assert.deepEqual([status, refused.error.code], [409, 'wrong_state'])
})
