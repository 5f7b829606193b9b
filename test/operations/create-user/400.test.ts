import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

const email = 'ana@acme.example'

const wrongUsers: readonly (readonly [field: string, body: object])[] = [
  ['email', {}],
  ['email', { email: null }],
  ['email', { email: '' }],
  ['email', { email: 'ana' }],
  ['email', { email: 'ana@' }],
  ['email', { email: 'ana@acme.example, ben@acme.example' }],
  ['email', { email: `${'a'.repeat(243)}@acme.example` }],
  ['plan_id', { email, plan_id: 0 }],
  ['plan_id', { email, plan_id: 5 }],
  ['plan_id', { email, plan_id: 1.5 }],
  ['plan_id', { email, plan_id: '2' }],
  ['plan_id', { email, plan_id: null }],
  ['plan', { email, plan: 'pro' }],
]

onEachInstance(startInstance, (instance) => {
  for (const [field, body] of wrongUsers)
    test(`${JSON.stringify(body).slice(0, 60)} is refused at ${field}`, async () => {
      const reply = await instance.owner('POST', '/admin/users', { body })
      assert.equal(reply.status, 400)
      assert.equal(reply.body.error.code, 'validation_failed')
      assert.equal(reply.body.error.details[0].path, field)
    })
})
