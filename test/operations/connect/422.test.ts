import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'
import { withDatabase } from '../../harness/rows.ts'
import { type SandboxInstance, startSandboxed } from '../../harness/sandboxed.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind, { env: { POLYPOST_SANDBOX: 'off' } })
  })
  after(() => instance.stop())

  const cases: readonly (readonly [what: string, body: object, code: string, says: RegExp])[] = [
    [
      'simulated platforms that are off',
      { platform: 'x', environment: 'sandbox' },
      'sandbox_off',
      /POLYPOST_SANDBOX=on/,
    ],
    ['all of them', { platform: 'all', environment: 'sandbox' }, 'sandbox_off', /POLYPOST_SANDBOX=on/],
    [
      'a platform without the operator’s app',
      { platform: 'twitter' },
      'not_configured',
      /X_CLIENT_ID and X_CLIENT_SECRET/,
    ],
    [
      'a platform without any of its two apps',
      { platform: 'instagram' },
      'not_configured',
      /INSTAGRAM_CLIENT_ID and INSTAGRAM_CLIENT_SECRET, or META_CLIENT_ID and META_CLIENT_SECRET/,
    ],
    [
      'a platform without the app of the way that is asked for',
      { platform: 'instagram', login: 'facebook' },
      'not_configured',
      /or set META_CLIENT_ID and META_CLIENT_SECRET\./,
    ],
  ]
  for (const [what, body, code, says] of cases)
    test(`${what} can’t be connected, and the error says what to do`, async () => {
      const { status, body: said } = await instance.owner('POST', '/connect', { body })
      assert.equal(status, 422)
      assert.equal(said.error.code, 'content_rejected')
      assert.equal(said.error.details[0].code, code)
      assert.match(said.error.message, says)
    })
})

onEachDatabase((kind) => {
  let instance: SandboxInstance
  before(async () => {
    instance = await startSandboxed(kind)
  })
  after(() => instance.stop())

  for (const handle of ['nobody.test', '@nobody.test', 'nobody'])
    test(`a wrong app password for ${handle} is the caller’s mistake, and nothing is stored`, async () => {
      const user = await instance.newUser()
      const { status, body } = await user.ask('POST', '/connect', {
        body: { platform: 'bluesky', environment: 'sandbox', handle, app_password: 'wrong-wrong-wrong' },
      })
      assert.deepEqual([status, body.error.code], [422, 'login_refused'])
      const [detail] = body.error.details
      assert.deepEqual([detail.path, detail.platform, detail.code], ['app_password', 'bluesky', 'login_refused'])
      assert.ok(!JSON.stringify(body).includes('wrong-wrong-wrong'))
      const rows = await withDatabase(instance.data, (db) =>
        db.selectFrom('connections').select('id').where('user_id', '=', user.id).execute(),
      )
      assert.deepEqual(rows, [])
    })

  test('a refused field is named where the request has it', async () => {
    const user = await instance.newUser()
    const { status, body } = await user.ask('POST', '/connect', {
      body: { platform: 'bluesky', environment: 'sandbox', fields: { handle: 'nobody.test', app_password: 'wrong' } },
    })
    assert.deepEqual([status, body.error.details[0].path], [422, 'fields.app_password'])
  })
})
