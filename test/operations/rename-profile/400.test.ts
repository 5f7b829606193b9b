import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

const wrongNames: readonly (readonly [what: string, body: object, code: string])[] = [
  ['no name', {}, 'required'],
  ['a null name', { name: null }, 'wrong_type'],
  ['a number', { name: 7 }, 'wrong_type'],
  ['an empty name', { name: '' }, 'too_short'],
  ['spaces only', { name: ' \t\n\u3000' }, 'too_short'],
  ['81 characters', { name: 'n'.repeat(81) }, 'too_long'],
]

onEachInstance(startInstance, (instance) => {
  for (const [what, body, code] of wrongNames)
    test(`${what} is refused with the place and the reason, and the name stays`, async () => {
      const user = await instance.newUser()
      const reply = await user.ask('POST', `/profiles/${user.profileId}`, { body })
      assert.equal(reply.status, 400)
      assert.equal(reply.body.error.code, 'validation_failed')
      const [detail] = reply.body.error.details
      assert.deepEqual({ path: detail.path, code: detail.code }, { path: 'name', code })
      const [{ name }] = (await user.ask('GET', '/profiles')).body.data.profiles
      assert.equal(name, 'Default')
    })

  for (const id of ['abc12', 'a'.repeat(33), 'has-dash', 'has%20space', '%C5%81%C3%B3d%C5%BAka'])
    test(`“${id}” is refused as a profile ID`, async () => {
      const user = await instance.newUser()
      const reply = await user.ask('POST', `/profiles/${id}`, { body: { name: 'New' } })
      assert.equal(reply.status, 400)
      assert.equal(reply.body.error.code, 'invalid_id')
    })
})
