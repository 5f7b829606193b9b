import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachOwnInstance(startInstance, (instance) => {
  const refusal = async () => (await instance.owner('GET', '/apps/x')).body.data.logins[0].last_refusal

  test('the last refused sign-in is shown with advice, until another app is stored', async () => {
    await instance.owner('PUT', '/apps/x', { body: { client_id: 'first' } })
    assert.equal(await refusal(), null)
    const { url } = (await instance.owner('POST', '/connect', { body: { platform: 'x' } })).body.data
    const state = new URL(url).searchParams.get('state')
    await fetch(`${instance.base}/oauth/callback?state=${state}&error=invalid_scope`)
    const shown = await refusal()
    assert.deepEqual([shown.code, shown.platform_code], ['login_refused', 'invalid_scope'])
    assert.match(shown.advice, /scope/)

    await instance.owner('PUT', '/apps/x', { body: { client_id: 'second' } })
    assert.equal(await refusal(), null)
  })

  test('an app without anything set shows what to register', async () => {
    const { data } = (await instance.owner('GET', '/apps/pinterest')).body
    const [login] = data.logins
    assert.deepEqual([login.source, login.client_id, login.has_secret], [null, null, false])
    assert.match(login.redirect_uri, /\/oauth\/callback$/)
    assert.ok(login.scopes.includes('pins:write'))
    const written = login.permissions.find(({ scope }: { scope: string }) => scope === 'pins:write')
    assert.deepEqual(written, { scope: 'pins:write', requested: true, enables: ['publish'] })
    assert.deepEqual(login.settings, ['PINTEREST_CLIENT_ID', 'PINTEREST_CLIENT_SECRET'])
  })
})
