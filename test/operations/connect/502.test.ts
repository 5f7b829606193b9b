import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { withDatabase } from '../../harness/rows.ts'
import { startSandboxed } from '../../harness/sandboxed.ts'

onEachOwnInstance(startSandboxed, (instance) => {
  const nothingStored = async (userId: number) => {
    const rows = await withDatabase(instance.data, (db) =>
      db.selectFrom('connections').select('id').where('user_id', '=', userId).execute(),
    )
    assert.deepEqual(rows, [])
  }

  for (const [platform, kindOfFault] of [
    ['x', 'server_error'],
    ['x', 'malformed_json'],
    ['x', 'reset'],
    // Its code is sent by a GET, and can be used once.
    ['facebook', 'reset'],
    ['bluesky', 'server_error'],
    ['bluesky', 'rate_limit'],
    ['bluesky', 'malformed_json'],
  ])
    test(`a login at ${platform} that meets ${kindOfFault} is reported as a platform error, and the next try connects`, async () => {
      const user = await instance.newUser()
      const body = { platform, environment: 'sandbox' }
      const fault = { operation: 'token', kind: kindOfFault, times: 1, after: 0 }
      await instance.control('POST', `/${platform}/faults`, fault)
      const failed = await user.ask('POST', '/connect', { body })
      assert.equal(failed.status, 502, failed.text)
      assert.equal(failed.body.error.details[0].code, 'platform_unavailable')
      await nothingStored(user.id)
      assert.equal((await user.ask('POST', '/connect', { body })).status, 200)
    })

  test('when one of all platforms fails, none is connected', async () => {
    const user = await instance.newUser()
    await instance.control('POST', '/x/faults', { operation: 'token', kind: 'server_error', times: 1, after: 0 })
    const { status } = await user.ask('POST', '/connect', { body: { platform: 'all', environment: 'sandbox' } })
    assert.equal(status, 502)
    assert.deepEqual((await user.ask('GET', '/profiles')).body.data.profiles[0].connected_platforms, [])
  })
})
