import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachInstance(startInstance, (instance) => {
  test('the 501st profile is refused with the limit, and a new one is allowed after a profile is deleted', async () => {
    const user = await instance.newUser()
    const now = Date.now()
    const rows = Array.from({ length: 499 }, (_, at) => ({
      id: `u${user.id}x${String(at).padStart(4, '0')}`,
      user_id: user.id,
      name: `Profile ${at}`,
      folded_name: `profile ${at}`,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }))
    await withDatabase(instance.data, (db) => db.insertInto('profiles').values(rows).execute())

    const refused = await user.ask('POST', '/profiles', { body: { name: 'One too many' } })
    assert.equal(refused.status, 403)
    assert.equal(refused.body.error.code, 'limit_reached')
    const [{ limit, actual }] = refused.body.error.details
    assert.deepEqual({ limit, actual }, { limit: 500, actual: 500 })

    assert.equal((await user.ask('DELETE', `/profiles/u${user.id}x0000`)).status, 200)
    assert.equal((await user.ask('POST', '/profiles', { body: { name: 'One too many' } })).status, 200)
  })
})
