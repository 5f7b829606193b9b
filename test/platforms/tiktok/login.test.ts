import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tiktok } from '../../../src/platforms/tiktok/index.ts'
import { now, scripted } from './scripted.ts'

const app = { clientId: 'key', clientSecret: 'secret' }

const tokens = { open_id: 'a', access_token: 'new', expires_in: 7_200, refresh_token: 'next', scope: 'video.list' }

async function place() {
  const { context, asked } = await scripted(({ path }) =>
    path.endsWith('/token/') ? { body: tokens } : { body: Buffer.alloc(0) },
  )
  const forms = () => asked.map(({ path, body }) => [path, Object.fromEntries(new URLSearchParams(`${body}`))])
  const credentials = { ...context().credentials, accessToken: 'old', refreshToken: 'first' }
  return { context, forms, credentials }
}

const ofApp = { client_key: 'key', client_secret: 'secret' }

test('a login is renewed with client_key, and the new refresh token is kept', async () => {
  const { context, forms, credentials } = await place()
  const renewal = await tiktok.live.refresh(context({ app, credentials }))
  assert.deepEqual(renewal.type === 'renewed' && renewal.credentials, {
    accessToken: 'new',
    refreshToken: 'next',
    expiresAt: now + 7_200_000,
    scopes: ['video.list'],
    extra: {},
  })
  const form = { ...ofApp, grant_type: 'refresh_token', refresh_token: 'first' }
  assert.deepEqual(forms(), [['/api/v2/oauth/token/', form]])
})

test('a refusal with status 200 is a refusal', async () => {
  const { context } = await scripted(() => ({ body: { error: 'invalid_grant', error_description: 'Expired.' } }))
  const credentials = { ...context().credentials, refreshToken: 'first' }
  const renewal = await tiktok.live.refresh(context({ app, credentials }))
  assert.equal(renewal.type === 'refused' && renewal.error, 'reconnect_required')
})

test('access is revoked by its access token, or by a new one if that has expired', async () => {
  const good = await place()
  await tiktok.live.revoke(good.context({ app, credentials: { ...good.credentials, expiresAt: now + 1 } }))
  assert.deepEqual(good.forms(), [['/api/v2/oauth/revoke/', { ...ofApp, token: 'old' }]])
  const ended = await place()
  await tiktok.live.revoke(ended.context({ app, credentials: { ...ended.credentials, expiresAt: now } }))
  assert.deepEqual(ended.forms()[1], ['/api/v2/oauth/revoke/', { ...ofApp, token: 'new' }])
})
