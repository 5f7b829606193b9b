import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Sandboxed, startSandboxed } from '../../harness/sandboxed.ts'

const password = { handle: 'ada.bsky.social', app_password: 'abcd-efgh-ijkl-mnop' }

onEachDatabase((kind) => {
  let instance: Sandboxed
  before(async () => {
    instance = await startSandboxed(kind)
  })
  after(() => instance.stop())

  const cases: readonly (readonly [what: string, body: object, path: string])[] = [
    ['no platform', {}, 'platform'],
    ['an unknown platform', { platform: 'myspace' }, 'platform'],
    ['all platforms without the sandbox', { platform: 'all' }, 'platform'],
    ['a handle without an app password', { platform: 'bluesky', handle: 'ada.bsky.social' }, 'app_password'],
    ['an app password without a handle', { platform: 'bluesky', app_password: 'x' }, 'handle'],
    ['neither of them where both are needed', { platform: 'bluesky' }, 'handle'],
    ['both of them where a person signs in', { platform: 'x', ...password }, 'handle'],
    ['both of them for all platforms', { platform: 'all', environment: 'sandbox', ...password }, 'handle'],
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
    })
})
