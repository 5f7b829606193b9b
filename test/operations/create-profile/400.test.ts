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
    test(`${what} is refused with the place and the reason, and creates no profile`, async () => {
      const user = await instance.newUser()
      const reply = await user.ask('POST', '/profiles', { body })
      assert.equal(reply.status, 400)
      assert.equal(reply.body.error.code, 'validation_failed')
      const [detail, ...rest] = reply.body.error.details
      assert.deepEqual({ path: detail.path, code: detail.code }, { path: 'name', code })
      assert.deepEqual(rest, [])
      assert.equal((await user.ask('GET', '/profiles')).body.data.profiles.length, 1)
    })

  test('the message counts visible characters, not UTF-16 units', async () => {
    const user = await instance.newUser()
    const { status, body } = await user.ask('POST', '/profiles', { body: { name: '🦊'.repeat(81) } })
    assert.equal(status, 400)
    const [{ limit, actual, message }] = body.error.details
    assert.deepEqual({ limit, actual }, { limit: 80, actual: 81 })
    assert.match(message, /81/)
  })

  test('all errors of a request are reported at once, and the allowed fields with an unknown one', async () => {
    const user = await instance.newUser()
    const { body } = await user.ask('POST', '/profiles', { body: { name: '', is_default: true, user_id: 1 } })
    const found = body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)
    assert.deepEqual(found.sort(), ['is_default unknown_field', 'name too_short', 'user_id unknown_field'])
    assert.deepEqual(body.error.details.find(({ path }: { path: string }) => path === 'user_id').allowed, ['name'])
  })
})
