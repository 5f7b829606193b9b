import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startChoosing } from '../../harness/choosing.ts'
import { visit } from '../../harness/consent.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachOwnInstance(startChoosing, (instance) => {
  test('nothing can be selected before a login, after a selection, after a failure, and after the hour', async () => {
    const user = await instance.newUser()
    const isRefused = async (id: string, state: string) => {
      const { status, body } = await user.ask('POST', `/connect/${id}/select`, { body: { choice_id: 'page-0' } })
      assert.equal(status, 409, state)
      assert.equal(body.error.code, 'wrong_state')
      assert.equal(body.error.details[0].status, state)
    }
    const waiting = await instance.begin(user)
    await isRefused(waiting.id, 'waiting')

    const { id } = await instance.signIn(user)
    assert.equal((await user.ask('POST', `/connect/${id}/select`, { body: { choice_id: 'page-0' } })).status, 200)
    await isRefused(id, 'connected')

    waiting.callback.searchParams.delete('code')
    waiting.callback.searchParams.set('error', 'access_denied')
    await visit(waiting.callback)
    await isRefused(waiting.id, 'failed')

    const late = await instance.signIn(user)
    await withDatabase(instance.data, (db) =>
      db
        .updateTable('connections')
        .set({ expires_at: Date.now() - 1 })
        .where('id', '=', late.id)
        .execute(),
    )
    await isRefused(late.id, 'expired')
  })
})
