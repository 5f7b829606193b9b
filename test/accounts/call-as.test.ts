import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Accounts } from '../../src/accounts/accounts.ts'
import { openCredentials } from '../../src/accounts/credentials.ts'
import { minute, second } from '../../src/domain/time.ts'
import type { AccountContext } from '../../src/platforms/shared/context.ts'
import type { AccountRow } from '../../src/store/accounts/accounts.ts'
import { markNeedsReconnect, storeRenewal, takeRenewal } from '../../src/store/accounts/renewals.ts'
import { databaseNow } from '../../src/store/engine/kind.ts'
import { systemClock } from '../../src/system/clock.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { type OAuthServer, startOAuthServer, type TokenAnswer } from '../harness/servers/oauth-server.ts'
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

  /** Connects a person whose access token expires after this time, optionally refused before. */
  async function connected({ endsIn = 2 * 60 * minute, refused = false } = {}) {
    const login = server.newLogin()
    if (refused) server.expire(login.accessToken)
    const row = await around.connect(accounts, server.platform, { ...login, expiresAt: systemClock.now() + endsIn })
    return { ...login, row }
  }

  /** A call that reports the token it was made with, and whether the platform accepts it. */
  const ask = async ({ credentials }: AccountContext) =>
    server.accepts(credentials.accessToken)
      ? ({ type: 'done', token: credentials.accessToken } as const)
      : ({ type: 'expired', message: 'refused' } as const)

  const callAs = (row: AccountRow, as = accounts) => as.callAs(row, { operation: 'commit' }, ask)

  test('a token that is valid for more than a minute is used without a renewal', async () => {
    const { row, accessToken } = await connected()
    assert.deepEqual(await callAs(row), { type: 'done', token: accessToken })
    assert.equal(server.tokenRequests.length, 0)
  })

  test('a token that ends within a minute is renewed before it is used', async () => {
    const { row, accessToken } = await connected({ endsIn: 59 * second })
    const used: string[] = []
    const said = await accounts.callAs(row, { operation: 'commit' }, async (context) => {
      used.push(context.credentials.accessToken)
      return ask(context)
    })
    assert.equal(said.type, 'done')
    assert.ok(!used.includes(accessToken))
    assert.equal(used.length, 1)
    assert.equal(server.tokenRequests.length, 1)
  })

  test('a login that was renewed in time counts, although a process that took over with the old one was refused meanwhile', async () => {
    const { row } = await connected()
    const take = () => around.database.step((tx) => takeRenewal(tx, row, 60_000))
    const first = await take()
    assert.ok(first)
    // Its answer cannot be stored, and its lease ends.
    await around.database.kysely.updateTable('accounts').set({ refreshing_until: 0 }).execute()
    const second = await take()
    assert.ok(second)
    assert.equal(await around.database.step((tx) => markNeedsReconnect(tx, second, 'refused')), true)
    const renewed = { credentials: String(first.credentials), expires_at: null, renew_from: null }
    assert.equal(await around.database.step((tx) => storeRenewal(tx, first, renewed)), true)
    const { status, reconnect_reason, credentials_version } = (await around.stored(server.platform)).row
    assert.deepEqual([status, reconnect_reason, credentials_version], ['connected', null, row.credentials_version + 1])
  })

  test('a refused token is renewed and the call repeated; if it is refused again, a person has to sign in', async () => {
    const { row } = await connected({ refused: true })
    assert.equal((await callAs(row)).type, 'done')
    assert.equal(server.tokenRequests.length, 1)

    const again = await connected()
    let calls = 0
    const said = await accounts.callAs(again.row, { operation: 'commit' }, async () => {
      calls += 1
      return { type: 'expired', message: 'refused' } as const
    })
    assert.equal(calls, 2)
    assert.equal(said.type === 'reconnect' && said.error, 'token_expired')
    assert.equal((await around.stored(server.platform)).row.status, 'needs_reconnect')
  })

  test('a missing permission for something other than posts is reported, and the account stays usable', async () => {
    const { row } = await connected()
    const lacking = { type: 'reconnect', error: 'permission_missing', message: 'It may not read.' } as const
    assert.deepEqual(await accounts.callAs(row, { operation: 'reply', isAside: true }, async () => lacking), lacking)
    assert.equal((await around.stored(server.platform)).row.status, 'connected')
    await accounts.callAs(row, { operation: 'commit' }, async () => lacking)
    assert.equal((await around.stored(server.platform)).row.status, 'needs_reconnect')
  })

  test('one renewal serves all: forty callers in four processes make one request, and all use its token', async () => {
    server.delay(300)
    const { row } = await connected({ refused: true })
    const processes = await Promise.all([1, 2, 3, 4].map(() => around.process(server.platform)))
    const all = await Promise.all(processes.flatMap((as) => Array.from({ length: 10 }, () => callAs(row, as))))
    assert.equal(server.tokenRequests.length, 1)
    assert.deepEqual(new Set(all.map(({ type }) => type)), new Set(['done']))
    assert.equal((await around.stored(server.platform)).row.credentials_version, row.credentials_version + 1)
  })

  test('a rotated token is sealed and stored before it is used', async () => {
    const { row } = await connected({ refused: true })
    const seen: string[] = []
    await accounts.callAs(row, { operation: 'commit' }, async (context) => {
      const outcome = await ask(context)
      const { row: now, credentials } = await around.stored(server.platform)
      if (outcome.type === 'done') {
        assert.equal(credentials?.accessToken, context.credentials.accessToken)
        assert.ok(!now.credentials?.includes(context.credentials.accessToken))
        seen.push(context.credentials.accessToken)
      }
      return outcome
    })
    assert.equal(seen.length, 1)
  })

  const withoutRefreshToken: Readonly<Record<string, object>> = {
    'no refresh token': { refresh_token: undefined },
    'an empty refresh token': { refresh_token: '' },
    'a refresh token that is null': { refresh_token: null },
  }
  for (const [what, instead] of Object.entries(withoutRefreshToken))
    test(`an answer with ${what} leaves the one that is stored`, async () => {
      const { row, refreshToken } = await connected({ refused: true })
      server.answerNext({ instead })
      assert.equal((await callAs(row)).type, 'done')
      assert.equal((await around.stored(server.platform)).credentials?.refreshToken, refreshToken)
    })

  const refusals: readonly TokenAnswer[] = [
    { status: 400, body: { error: 'invalid_grant' } },
    { status: 400, body: { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' } },
    { status: 401, body: { error: 'invalid_token' } },
    { status: 200, body: { error: 'invalid_grant' } },
  ]
  for (const refusal of refusals)
    test(`a renewal that is refused by ${JSON.stringify(refusal)} asks for a person, and for nothing more`, async () => {
      const { row } = await connected({ refused: true })
      server.answerNext(refusal)
      const said = await callAs(row)
      assert.equal(said.type === 'reconnect' && said.error, 'reconnect_required')
      const { row: now } = await around.stored(server.platform)
      assert.equal(now.status, 'needs_reconnect')
      assert.match(now.reconnect_reason ?? '', /refused the login/)
      assert.equal((await callAs(now)).type, 'reconnect')
      assert.equal(server.tokenRequests.length, 1)
    })

  const passing: readonly TokenAnswer[] = [
    { status: 500, body: 'Internal Server Error' },
    { status: 503, body: { error: 'invalid_grant' } },
    { status: 429, body: { title: 'Too Many Requests' }, headers: { 'retry-after': '120' } },
    { status: 200, body: '<html>' },
    { status: 200, body: {} },
    { instead: { access_token: '' } },
    { status: 401, body: { error: 'invalid_client' } },
    { status: 401, body: { error: 'unauthorized_client' } },
    { status: 400, body: { error: 'temporarily_unavailable' } },
    { status: 404, body: 'no such page' },
    { broken: 'before' },
  ]
  for (const answer of passing)
    test(`a renewal that meets ${JSON.stringify(answer)} is tried again another time, and nobody has to sign in`, async () => {
      const { row, refreshToken } = await connected({ refused: true })
      server.answerNext(answer)
      const said = await callAs(row)
      assert.equal(said.type === 'retry' && said.error, 'platform_unavailable', JSON.stringify(said))
      if (said.type === 'retry' && 'headers' in answer) {
        const wait = (said.notBefore ?? 0) - systemClock.now()
        assert.ok(wait > 110 * second && wait <= 120 * second, `${wait}`)
      }
      const { row: now, credentials } = await around.stored(server.platform)
      assert.equal(now.status, 'connected')
      assert.equal(credentials?.refreshToken, refreshToken)
      if (!('instead' in answer)) assert.equal((await callAs(row)).type, 'done')
    })

  test('a token that expires soon is used although it could not be renewed', async () => {
    const { row, accessToken } = await connected({ endsIn: 30 * second })
    server.answerNext({ status: 503, body: '' })
    assert.deepEqual(await callAs(row), { type: 'done', token: accessToken })
  })

  test('a login without a refresh token whose access token is refused asks for a person', async () => {
    const { row, accessToken } = await connected()
    server.expire(accessToken)
    await around.connect(accounts, server.platform, { accessToken })
    const said = await callAs(row)
    assert.equal(said.type === 'reconnect' && said.error, 'token_expired')
    assert.equal(server.tokenRequests.length, 0)
  })

  test('the platform’s reason is stored with an account that needs a new login', async () => {
    const { row } = await connected()
    const outcome = { type: 'reconnect', error: 'permission_missing', message: 'It may not write.' } as const
    assert.deepEqual(await accounts.callAs(row, { operation: 'commit' }, async () => outcome), outcome)
    const { row: now } = await around.stored(server.platform)
    assert.deepEqual([now.status, now.reconnect_reason], ['needs_reconnect', 'It may not write.'])
  })

  test('a renewal does not overwrite a new login that was made during it', async () => {
    server.delay(400)
    const { row } = await connected({ refused: true })
    const calling = callAs(row)
    await eventually('the renewal is under way', () => server.tokenRequests.length > 0)
    const fresh = await connected()
    assert.deepEqual(await calling, { type: 'done', token: fresh.accessToken })
    assert.equal((await around.stored(server.platform)).credentials?.refreshToken, fresh.refreshToken)

    server.answerNext({ status: 400, body: { error: 'invalid_grant' } })
    server.expire(fresh.accessToken)
    const refusing = callAs(row)
    await eventually('it is under way again', () => server.tokenRequests.length > 1)
    await connected()
    assert.equal((await refusing).type, 'done')
    assert.equal((await around.stored(server.platform)).row.status, 'connected')
  })

  test('if a process dies during a renewal, the others wait for its lease, and then one renews', async () => {
    const { row } = await connected({ refused: true })
    const lease = second
    const begun = performance.now()
    await around.database.kysely
      .updateTable('accounts')
      .set((e) => ({ refreshing_until: e(databaseNow(around.database.kysely), '+', lease) }))
      .where('id', '=', row.id)
      .execute()
    assert.equal((await callAs(row)).type, 'done')
    assert.ok(performance.now() - begun > lease * 0.9)
    assert.equal(server.tokenRequests.length, 1)
  })

  test('a worker that has lost its lease ends its calls, but not the renewal that others need', async () => {
    server.delay(300)
    const { row } = await connected({ refused: true })
    const turn = new AbortController()
    const calling = accounts.callAs(row, { operation: 'commit', signal: turn.signal }, async (context) => {
      const outcome = await ask(context)
      if (outcome.type === 'done') await server.platform.live.discover(context)
      return outcome
    })
    await eventually('the renewal is under way', () => server.tokenRequests.length > 0)
    turn.abort(new Error('the turn is over'))
    await assert.rejects(calling, /the turn is over/)
    const { credentials } = await around.stored(server.platform)
    assert.ok(server.accepts(credentials?.accessToken ?? ''))
  })

  test('if the response to a renewal is lost and the refresh token is used up, a person has to sign in', async () => {
    const { row } = await connected({ refused: true })
    server.answerNext({ broken: 'taken' })
    assert.equal((await callAs(row)).type, 'retry')
    assert.equal((await around.stored(server.platform)).row.status, 'connected')
    assert.equal((await callAs(row)).type, 'reconnect')
  })

  test('no call is made for a deleted account', async () => {
    const { row } = await connected()
    await around.database.kysely.deleteFrom('accounts').execute()
    const said = await callAs(row)
    assert.equal(said.type === 'reconnect' && said.error, 'account_disconnected')
  })

  test('credentials of one account do not open as those of another', async () => {
    const { row } = await connected()
    assert.throws(() => openCredentials(around.sealer, { ...row, id: row.id + 1 }))
  })
})
