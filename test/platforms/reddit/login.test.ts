import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reddit } from '../../../src/platforms/reddit/index.ts'
import type { Reply } from '../../harness/scripted.ts'
import { now, scripted } from './scripted.ts'

const { connect, refresh, revoke, discover } = reddit.live
const tokens = { access_token: 'new', token_type: 'bearer', expires_in: 3_600, scope: 'identity submit read' }
const returned = { code: 'code', redirectUri: 'https://polypost.test/oauth/callback' }
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`

async function place(reply: Reply) {
  const server = await scripted(() => reply)
  const asked = () =>
    server.asked.map(({ call, headers, body }) => ({
      call,
      agent: headers['user-agent'],
      app: headers.authorization,
      form: Object.fromEntries(new URLSearchParams(`${body}`)),
    }))
  return { asked, context: server.context() }
}

const agent = 'server:polypost-app:v1 (by /u/ada_runs)'

test('a code is exchanged for tokens, with our user agent and the secret of the app', async () => {
  const { asked, context } = await place({ body: { ...tokens, refresh_token: 'first' } })
  assert.deepEqual(await connect.exchange(returned, context), {
    type: 'in',
    credentials: {
      accessToken: 'new',
      refreshToken: 'first',
      expiresAt: now + 3_600_000,
      scopes: ['identity', 'submit', 'read'],
      extra: {},
    },
  })
  assert.deepEqual(asked(), [
    {
      call: 'POST /web/api/v1/access_token',
      agent,
      app: basic('app:secret'),
      form: { grant_type: 'authorization_code', code: 'code', redirect_uri: returned.redirectUri },
    },
  ])
})

test('an installed app sends an empty secret in the same way', async () => {
  const { asked, context } = await place({ body: tokens })
  await connect.exchange(returned, { ...context, app: { clientId: 'app', clientSecret: null } })
  assert.equal(asked()[0]?.app, basic('app:'))
})

test('a code that is refused with status 200 is refused', async () => {
  const { context } = await place({ body: { error: 'invalid_grant' } })
  assert.equal((await connect.exchange(returned, context)).type, 'refused')
})

test('a renewal leaves the refresh token as it is', async () => {
  const { asked, context } = await place({ body: tokens })
  const renewal = await refresh(context)
  assert.deepEqual(renewal.type === 'renewed' && renewal.credentials.refreshToken, 'refresh')
  const form = { grant_type: 'refresh_token', refresh_token: 'refresh' }
  assert.deepEqual(asked(), [{ call: 'POST /web/api/v1/access_token', agent, app: basic('app:secret'), form }])
})

describe('a renewal that fails', () => {
  const cases: readonly (readonly [what: string, reply: Reply, expected: string])[] = [
    ['a dead token', { status: 400, body: { error: 'invalid_request' } }, 'refused reconnect_required'],
    [
      'a dead token, said in general',
      { status: 400, body: { message: 'Bad Request', error: 400 } },
      'refused reconnect_required',
    ],
    ['a wrong secret', { status: 401, body: { message: 'Unauthorized', error: 401 } }, 'retry undefined'],
    ['a busy server', { status: 503, body: '<html>' }, 'retry undefined'],
    ['too many calls', { status: 429, body: '' }, 'retry undefined'],
  ]
  for (const [what, reply, expected] of cases)
    test(`${what}: ${expected}`, async () => {
      const renewal = await refresh((await place(reply)).context)
      assert.equal(`${renewal.type} ${'error' in renewal ? renewal.error : undefined}`, expected)
    })
})

test('access is revoked by the refresh token, which ends all tokens', async () => {
  const { asked, context } = await place({ status: 204, body: '' })
  await revoke(context)
  const form = { token: 'refresh' }
  assert.deepEqual(asked(), [{ call: 'POST /web/api/v1/revoke_token', agent, app: basic('app:secret'), form }])
})

test('a login is one account, with its missing scopes', async () => {
  const me = { id: '4cixf', name: 'Ada', icon_img: 'https://i.test/a.png', subreddit: { title: '', subscribers: 3 } }
  const { context } = await place({ body: me })
  const scopes = ['identity', 'submit', 'read']
  const [identity, ...others] = await discover({ ...context, credentials: { ...context.credentials, scopes } })
  assert.deepEqual(others, [])
  assert.deepEqual(identity, {
    kind: 'account',
    remoteId: '4cixf',
    username: 'Ada',
    displayName: 'Ada',
    avatarUrl: 'https://i.test/a.png',
    profileUrl: `${context.hosts.web}/user/Ada/`,
    accountType: null,
    eligible: false,
    missingPermissions: ['history'],
  })
})
