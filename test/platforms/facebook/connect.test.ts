import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { simulatedApp } from '../../../src/sandbox/shared/app.ts'
import { comeBack } from '../../harness/consent.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { roles: { api: true, worker: false } })
  })
  after(() => bench.stop())

  /** A person of this name signs in, and the browser returns. */
  async function signIn(name: string) {
    const user = await bench.instance.newUser(3)
    const begun = (await user.ask('POST', '/connect', { body: { platform: 'facebook' } })).body.data
    assert.equal(new URL(begun.url).searchParams.get('client_id'), simulatedApp.clientId)
    const door = `${bench.simulated.sandbox.address}/__sandbox/facebook/login`
    const login = await fetch(door, {
      method: 'POST',
      body: JSON.stringify({ account: name, authorize_url: begun.url }),
    })
    await comeBack(JSON.parse(await login.text()).redirect)
    const read = async () => (await user.ask('GET', `/connect/${begun.connection_id}`)).body.data
    const profile = async () => (await user.ask('GET', '/profiles')).body.data.profiles[0].platform_profiles.facebook
    const warnings = async () => (await user.ask('GET', '/settings')).body.data.warnings
    return { user, id: begun.connection_id, read, profile, warnings }
  }

  test('the only Page of a person is connected at once, with a login that does not expire', async () => {
    const { read, profile, warnings } = await signIn('connected cafe')
    assert.equal((await read()).status, 'connected')
    const { display_name: name, status, expires_at: end, page_id: page, account_id: account } = await profile()
    assert.deepEqual([name, status, end, page], ['connected cafe', 'connected', null, account])
    assert.deepEqual(await warnings(), [])
  })

  test('a person with several Pages chooses one', async () => {
    const { user, id, read, profile } = await signIn('two pages')
    const { status, choices } = await read()
    assert.deepEqual(
      [status, choices.map(({ name }: { name: string }) => name)],
      ['choosing', ['two pages', 'two pages 2']],
    )
    const [, second] = choices
    const chosen = await user.ask('POST', `/connect/${id}/select`, { body: { choice_id: second.id } })
    assert.equal(chosen.body.data.status, 'connected', chosen.text)
    assert.equal((await profile()).account_id, second.id)
  })

  test('a person without a Page gets the message that there is nothing to publish as', async () => {
    const { read } = await signIn('no pages')
    const { status, error } = await read()
    assert.deepEqual([status, error.code], ['failed', 'no_account'])
  })

  test('missing permissions are named, at once and in the settings', async () => {
    const { profile, warnings } = await signIn('no insights')
    assert.deepEqual((await profile()).missing_permissions, ['read_insights'])
    assert.deepEqual(
      (await warnings()).map(({ code, details }: { code: string; details: object }) => [code, details]),
      [['permission_missing', { account_id: (await profile()).account_id, missing_permissions: ['read_insights'] }]],
    )
  })
})
