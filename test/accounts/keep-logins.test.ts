import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Accounts } from '../../src/accounts/accounts.ts'
import type { Credentials } from '../../src/platforms/live.ts'
import { day, minute, systemClock } from '../../src/system/clock.ts'
import { keepLogins } from '../../src/worker/keep-logins.ts'
import { onEachDatabase } from '../harness/database.ts'
import { type OAuthServer, startOAuthServer } from '../harness/oauth-server.ts'
import { type Surroundings, surround } from './surroundings.ts'

onEachDatabase((kind) => {
  let around: Surroundings
  let server: OAuthServer
  let accounts: Accounts

  before(async () => {
    around = await surround(kind)
  })
  after(() => around.stop())
  beforeEach(async () => {
    server = await startOAuthServer()
    accounts = await around.process(server.platform)
  })
  afterEach(() => server.stop())

  const connect = async (given: Partial<Credentials>) => {
    const login = server.newLogin()
    // A login that nothing but its own renewal keeps has no refresh token.
    return around.connect(accounts, { ...server.platform }, { ...login, ...given })
  }
  const keep = () => keepLogins({ database: around.database, accounts, clock: systemClock }, () => false)
  const now = () => systemClock.now()

  test('a login that must be renewed before its end is renewed when it is due, though it is still good', async () => {
    const row = await connect({ expiresAt: now() + 50 * day, renewFrom: now() - minute })
    const { accessToken } = (await around.stored(server.platform)).credentials ?? assert.fail()
    await accounts.speak(row, {}, async () => ({ type: 'nothing to say' }))
    const { credentials } = await around.stored(server.platform)
    assert.notEqual(credentials?.accessToken, accessToken)
  })

  test('and is not before that', async () => {
    const row = await connect({ expiresAt: now() + 59 * day, renewFrom: now() + 6 * day })
    await accounts.speak(row, {}, async () => ({ type: 'nothing to say' }))
    assert.equal(server.tokenRequests.length, 0)
  })

  test('a login that nobody uses is renewed all the same, before it ends', async () => {
    const row = await connect({ expiresAt: now() + 50 * day, renewFrom: now() - minute })
    await around.database.step((tx) =>
      tx
        .updateTable('accounts')
        .set({ expires_at: now() + 50 * day })
        .where('id', '=', row.id)
        .execute(),
    )
    await keep()
    assert.equal(server.tokenRequests.length, 1)
  })

  test('a login that lasts, or was renewed lately, is left alone', async () => {
    await connect({ expiresAt: now() + 50 * day, renewFrom: now() - minute })
    await keep()
    assert.equal(server.tokenRequests.length, 0, 'its row has no end')
  })
})
