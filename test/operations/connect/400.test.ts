import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { startSandboxed } from '../../harness/sandboxed.ts'

const password = { handle: 'ada.bsky.social', app_password: 'abcd-efgh-ijkl-mnop' }
const fields = { platform: 'bluesky', fields: password }

onEachOwnInstance(startSandboxed, (instance) => {
  const cases: readonly (readonly [what: string, body: object, path: string])[] = [
    ['no platform', {}, 'platform'],
    ['an unknown platform', { platform: 'myspace' }, 'platform'],
    ['all platforms without the sandbox', { platform: 'all' }, 'platform'],
    ['a handle without an app password', { platform: 'bluesky', handle: 'ada.bsky.social' }, 'app_password'],
    ['an app password without a handle', { platform: 'bluesky', app_password: 'x' }, 'handle'],
    ['neither of them where both are needed', { platform: 'bluesky' }, 'handle'],
    ['both of them where a person signs in', { platform: 'x', ...password }, 'handle'],
    ['both of them for all platforms', { platform: 'all', environment: 'sandbox', ...password }, 'handle'],
    ['fields without one of them', { ...fields, fields: { handle: 'ada.test' } }, 'fields.app_password'],
    ['an unknown field', { ...fields, fields: { ...password, token: 'x' } }, 'fields.token'],
    ['a field that is too long', { ...fields, fields: { ...password, handle: 'a'.repeat(254) } }, 'fields.handle'],
    ['an empty field', { ...fields, fields: { ...password, app_password: ' ' } }, 'fields.app_password'],
    ['a field named like a part of every object', { ...fields, fields: { constructor: 'x' } }, 'fields.handle'],
    ['fields where a person signs in', { platform: 'x', fields: password }, 'fields.handle'],
    ['fields for all platforms', { platform: 'all', environment: 'sandbox', fields: password }, 'fields.handle'],
    ['fields beside their short forms', { ...fields, ...password }, 'handle'],
    ['fields with a kind of simulated account', { ...fields, environment: 'sandbox', account: 'x' }, 'account'],
    ['an insecure redirect URL', { platform: 'x', redirect_url: 'http://acme.example' }, 'redirect_url'],
    ['an invalid redirect URL', { platform: 'x', redirect_url: 'javascript:alert(1)' }, 'redirect_url'],
    ['a way to sign in that the platform does not have', { platform: 'instagram', login: 'google' }, 'login'],
    ['a way to sign in to a platform with one way', { platform: 'x', login: 'facebook' }, 'login'],
    ['a way to sign in to all platforms', { platform: 'all', environment: 'sandbox', login: 'facebook' }, 'login'],
    ['an environment that does not exist', { platform: 'x', environment: 'test' }, 'environment'],
  ]
  for (const [what, body, path] of cases)
    test(`${what} is refused`, async () => {
      const { status, body: said } = await instance.owner('POST', '/connect', { body })
      assert.equal(status, 400)
      assert.equal(said.error.code, 'validation_failed')
      assert.equal(said.error.details[0].path, path)
      assert.ok(!JSON.stringify(said).includes(password.app_password), 'an error never repeats a secret')
    })

  test('a missing field is told with all fields that are needed, and what it is', async () => {
    const { body } = await instance.owner('POST', '/connect', { body: { ...fields, fields: {} } })
    const [first, second] = body.error.details
    assert.deepEqual([first.path, first.code, second.path], ['fields.handle', 'required', 'fields.app_password'])
    assert.match(first.message, /^Bluesky is connected with `fields\.handle` and `fields\.app_password`\. Handle: /)
  })
})
