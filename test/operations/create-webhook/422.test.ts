import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'
import { codesOf } from '../../harness/posts.ts'

const forbidden = [
  'http://acme.example/hook',
  'https://127.0.0.1/hook',
  'https://[::1]/hook',
  'https://10.1.2.3/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/hook',
  'https://hooks.internal/hook',
  'https://acme.example:8443/hook',
  'https://ana:secret@acme.example/hook',
]

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind, { roles: { api: true, worker: false } })
  })
  after(() => instance.stop())

  for (const url of forbidden)
    test(`${url} is refused as a webhook URL`, async () => {
      const user = await instance.newUser()
      const reply = await user.ask('POST', '/webhooks', { body: { url } })
      const code = 'forbidden_address'
      assert.deepEqual(codesOf(reply), { status: 422, code, details: [code] }, reply.text)
      assert.equal(reply.body.error.details[0].path, 'url')
      assert.deepEqual((await user.ask('GET', '/webhooks')).body.data.webhooks, [])
    })
})
