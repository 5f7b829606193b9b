import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  for (const id of ['short', 'a'.repeat(33), 'has-dash', 'has_underscore'])
    test(`“${id}” is refused as a profile ID`, async () => {
      const user = await instance.newUser()
      const { status, body } = await user.ask('DELETE', `/profiles/${id}`)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'invalid_id')
    })

  test('a body with fields is refused because none of them has an effect, and nothing is deleted', async () => {
    const user = await instance.newUser()
    const made = await user.ask('POST', '/profiles', { body: { name: 'Stays' } })
    const id = made.body.data.profile_id
    const { status, body } = await user.ask('DELETE', `/profiles/${id}`, { body: { dry_run: true } })
    assert.equal(status, 400)
    assert.equal(body.error.details[0].code, 'unknown_field')
    assert.ok((await user.ask('GET', '/profiles')).text.includes(id))
  })
})
