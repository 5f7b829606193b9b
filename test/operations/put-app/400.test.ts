import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Instance, startInstance } from '../../harness/instance.ts'

let instance: Instance
before(async () => {
  instance = await startInstance('sqlite')
})
after(() => instance.stop())

test('an unknown login and an ID that cannot be sent are refused', async () => {
  const login = await instance.owner('PUT', '/apps/linkedin', { body: { client_id: 'mine', login: 'company' } })
  assert.deepEqual([login.status, login.body.error.details[0].allowed], [400, ['member', 'page']])
  for (const client_id of ['', 'two words', 'ümlaut', 'x'.repeat(501)]) {
    const { status, body } = await instance.owner('PUT', '/apps/x', { body: { client_id } })
    assert.deepEqual([status, body.error.details[0].path], [400, 'client_id'])
  }
})

test('an unknown platform is 404 with the names of the platforms', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const sent = method === 'PUT' ? { body: { client_id: 'mine' } } : {}
    const { status, body } = await instance.owner(method, '/apps/myspace', sent)
    assert.equal(status, 404)
    assert.match(body.error.message, /bluesky/)
  }
})
