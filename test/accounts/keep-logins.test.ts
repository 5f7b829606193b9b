import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Accounts } from '../../src/accounts/accounts.ts'
import { day, minute } from '../../src/domain/time.ts'
import type { Credentials } from '../../src/platforms/shared/context.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { keepLogins } from '../../src/worker/keep-logins.ts'
import { onEachDatabase } from '../harness/database.ts'
import { type OAuthServer, startOAuthServer } from '../harness/servers/oauth-server.ts'
import { type Surroundings, surround } from './surroundings.ts'

const silentLog = createLog({ level: 'silent', pretty: false })

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
    // A login that can only renew itself has no refresh token.
    return around.connect(accounts, { ...server.platform }, { ...login, ...given })
  }
  const keep = () =>
    keepLogins({ database: around.database, accounts, clock: systemClock, log: silentLog }, () => false)
  const now = () => systemClock.now()

  test('a login that must be renewed before its end is renewed when that is due, although it is still valid', async () => {
    const row = await connect({ expiresAt: now() + 50 * day, renewFrom: now() - minute })
    const { accessToken } = (await around.stored(server.platform)).credentials ?? assert.fail()
    await accounts.callAs(row, { operation: 'commit' }, async () => ({ type: 'nothing to say' }))
    const { credentials } = await around.stored(server.platform)
    assert.notEqual(credentials?.accessToken, accessToken)
  })

  test('and is not before that', async () => {
    const row = await connect({ expiresAt: now() + 59 * day, renewFrom: now() + 6 * day })
    await accounts.callAs(row, { operation: 'commit' }, async () => ({ type: 'nothing to say' }))
    assert.equal(server.tokenRequests.length, 0)
  })

  test('an unused login is renewed when that is due, whether or not it could be renewed later', async () => {
    await connect({ expiresAt: now() + 50 * day, renewFrom: now() - minute })
    await keep()
    assert.equal(server.tokenRequests.length, 1)
  })

  test('a login that is not due, or never expires, is not renewed', async () => {
    await connect({ expiresAt: now() + 50 * day, renewFrom: now() + minute })
    await keep()
    await connect({ expiresAt: now() + 50 * day })
    await keep()
    assert.equal(server.tokenRequests.length, 0)
  })

  test('a login whose renewal is refused is used until it expires, which is shown, and not renewed again', async () => {
    const expiresAt = now() + 20 * day
    const row = await connect({ expiresAt, renewFrom: now() - minute })
    server.answerNext({ status: 400, body: { error: 'invalid_grant' } })
    await keep()
    await keep()
    assert.equal(server.tokenRequests.length, 1)
    const { row: stored } = await around.stored(server.platform)
    assert.deepEqual([stored.status, stored.expires_at, stored.renew_from], ['connected', expiresAt, null])
    assert.equal((await accounts.callAs(row, { operation: 'commit' }, async () => ({ type: 'done' }))).type, 'done')
  })
})
