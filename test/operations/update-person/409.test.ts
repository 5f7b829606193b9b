import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Instance, startInstance } from '../../harness/instance.ts'
import { becomeOwner, newPerson } from '../../harness/people.ts'
import { withDatabase } from '../../harness/rows.ts'

let instance: Instance
before(async () => {
  instance = await startInstance('sqlite')
})
after(() => instance.stop())

test('whom the operator disabled, an owner cannot enable, and reads who can; the role can be changed', async () => {
  const owner = await becomeOwner(instance)
  const ana = await newPerson(instance, owner.ask, 'editor')
  await withDatabase(instance.data, (db) =>
    db.updateTable('people').set({ disabled_at: Date.now() }).where('id', '=', ana.id).execute(),
  )
  const refused = await owner.ask('PATCH', `/people/${ana.id}`, { body: { disabled: false } })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'wrong_state'])
  assert.match(refused.body.error.message, /polypost people enable editor-/)
  const changed = await owner.ask('PATCH', `/people/${ana.id}`, { body: { role: 'viewer' } })
  assert.deepEqual([changed.status, changed.body.data.role, changed.body.data.disabled], [200, 'viewer', true])
})
