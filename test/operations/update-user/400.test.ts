import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

const wrongChanges: readonly (readonly [field: string, body: object])[] = [
  ['plan_id', {}],
  ['plan_id', { plan_id: null }],
  ['plan_id', { plan_id: 0 }],
  ['plan_id', { plan_id: 5 }],
  ['plan_id', { plan_id: '3' }],
  ['email', { plan_id: 3, email: 'new@acme.example' }],
]

const wrongIds = ['0', '-1', '1.5', 'abc', '1e3', '99999999999999999999', '%20']

onEachInstance(startInstance, (instance) => {
  for (const [field, body] of wrongChanges)
    test(`${JSON.stringify(body)} is refused at ${field}, and the plan stays`, async () => {
      const user = await instance.newUser(2)
      const reply = await instance.owner('PATCH', `/admin/users/${user.id}`, { body })
      assert.equal(reply.status, 400)
      assert.equal(reply.body.error.code, 'validation_failed')
      assert.equal(reply.body.error.details[0].path, field)
      assert.equal((await user.ask('GET', '/usage')).body.data.plan.id, 2)
    })

  for (const id of wrongIds)
    test(`“${id}” is refused as a user ID`, async () => {
      const { status, body } = await instance.owner('PATCH', `/admin/users/${id}`, { body: { plan_id: 1 } })
      assert.deepEqual([status, body.error.code], [400, 'invalid_id'])
    })
})
