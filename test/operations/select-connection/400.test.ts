import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ChoosingInstance, startChoosing } from '../../harness/choosing.ts'
import { onEachDatabase } from '../../harness/database.ts'

onEachDatabase((kind) => {
  let instance: ChoosingInstance
  before(async () => {
    instance = await startChoosing(kind)
  })
  after(() => instance.stop())

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
