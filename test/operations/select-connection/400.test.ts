import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startChoosing } from '../../harness/choosing.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'

onEachOwnInstance(startChoosing, (instance) => {
  test('a value outside of the choices is refused, and selecting is still possible', async () => {
    const user = await instance.newUser()
    const { id } = await instance.signIn(user)
    for (const choice_id of ['page-9', 'Acme', '']) {
      const { status, body } = await user.ask('POST', `/connect/${id}/select`, { body: { choice_id } })
      assert.equal(status, 400)
      assert.equal(body.error.details[0].path, 'choice_id')
    }
    assert.equal((await user.ask('POST', `/connect/${id}/select`, { body: { choice_id: 'page-0' } })).status, 200)
  })
})
