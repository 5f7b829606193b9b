import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, startAccepting } from '../../harness/posts.ts'
import { hookUrl } from '../../harness/webhooks.ts'

const wrong: readonly (readonly [what: string, body: object, code: string])[] = [
  ['no address', {}, 'required'],
  ['an invalid URL', { url: 'acme' }, 'invalid_format'],
  ['an address of another kind', { url: 'ftp://acme.example/hook' }, 'invalid_format'],
  ['an address that is too long', { url: `https://acme.example/${'a'.repeat(2_000)}` }, 'too_long'],
  ['an address of too many bytes', { url: `https://acme.example/${'語'.repeat(700)}` }, 'invalid_value'],
  ['an unknown event', { url: hookUrl, events: ['post.liked'] }, 'invalid_value'],
  ['an event twice', { url: hookUrl, events: ['post.failed', 'post.failed'] }, 'invalid_value'],
  ['a secret that is too short', { url: hookUrl, secret: 'fifteen letters' }, 'too_short'],
  ['a secret that is too long', { url: hookUrl, secret: 'a'.repeat(257) }, 'too_long'],
  ['another’s ID', { url: hookUrl, user_id: 1 }, 'unknown_field'],
]

onEachInstance(startAccepting, (instance) => {
  for (const [what, body, code] of wrong)
    test(`${what} is refused, and no webhook is created`, async () => {
      const user = await instance.newUser()
      const reply = await user.ask('POST', '/webhooks', { body })
      assert.deepEqual(codesOf(reply), { status: 400, code: 'validation_failed', details: [code] }, reply.text)
      assert.deepEqual((await user.ask('GET', '/webhooks')).body.data.webhooks, [])
    })

  test('the error about a secret does not repeat the secret', async () => {
    const user = await instance.newUser()
    const secret = 'so short'
    assert.ok(!(await user.ask('POST', '/webhooks', { body: { url: hookUrl, secret } })).text.includes(secret))
  })
})
