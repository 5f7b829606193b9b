import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startChoosing } from '../../harness/choosing.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'

onEachOwnInstance(startChoosing, (instance) => {
  test('an account beyond the plan is refused, and one that already counts can still be selected', async () => {
    const user = await instance.newUser(1)
    const other = (await user.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
    const first = await instance.signIn(user)
    await user.ask('POST', `/connect/${first.id}/select`, { body: { choice_id: 'page-0' } })
    const { id } = await instance.signIn(user, { profile_id: other })
    const select = (choice_id: string) => user.ask('POST', `/connect/${id}/select`, { body: { choice_id } })
    const { status, body } = await select('page-1')
    assert.equal(status, 403)
    assert.equal(body.error.code, 'account_limit_reached')
    assert.equal((await instance.read(user, id)).body.data.status, 'choosing')
    assert.equal((await select('page-0')).status, 200)
  })
})
