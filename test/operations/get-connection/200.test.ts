import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide, visit } from '../../harness/consent.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { withDatabase } from '../../harness/rows.ts'
import { startSandboxed } from '../../harness/sandboxed.ts'

onEachOwnInstance(startSandboxed, (instance) => {
  test('a login that is not finished within an hour expires and can’t be finished any more', async () => {
    const user = await instance.newUser()
    const body = { platform: 'x', environment: 'sandbox', redirect_url: 'https://acme.example/' }
    const begun = (await user.ask('POST', '/connect', { body })).body.data
    await withDatabase(instance.data, (db) =>
      db
        .updateTable('connections')
        .set({ expires_at: Date.now() - 1 })
        .where('id', '=', begun.connection_id)
        .execute(),
    )
    const { data } = (await user.ask('GET', `/connect/${begun.connection_id}`)).body
    assert.deepEqual([data.status, data.url, data.error], ['expired', null, null])
    assert.equal((await visit(await decide(begun.url, 'allow'))).status, 404)
    assert.deepEqual((await user.ask('GET', '/profiles')).body.data.profiles[0].connected_platforms, [])
  })

  test('an ended login stays readable with its result', async () => {
    const user = await instance.newUser()
    const made = (await user.ask('POST', '/connect', { body: { platform: 'x', environment: 'sandbox' } })).body.data
    await withDatabase(instance.data, (db) =>
      db
        .updateTable('connections')
        .set({ expires_at: Date.now() - 1 })
        .where('id', '=', made.connection_id)
        .execute(),
    )
    assert.equal((await user.ask('GET', `/connect/${made.connection_id}`)).body.data.status, 'connected')
  })
})
