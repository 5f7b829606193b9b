import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { day, minute } from '../../../../src/domain/time.ts'
import { png } from '../../../harness/small-media.ts'
import { agent, redirectUri, startSimulatedReddit } from './start.ts'

const reddit = await startSimulatedReddit()
after(() => reddit.stop())

const signIn = async (name: string) => {
  const { access_token: token } = await reddit.signIn(name)
  const { body: me } = await reddit.ask(token, '/api/v1/me')
  return { token, me }
}

const post = (token: string, more: Readonly<Record<string, string>> = {}) =>
  reddit.ask(token, '/api/submit', { api_type: 'json', sr: 'test', kind: 'self', title: 'A title', ...more })

/** The code of a refusal with status 200. */
const codeOf = ({ status, body }: Awaited<ReturnType<typeof post>>): string =>
  `${status} ${body?.json?.errors?.[0]?.[0] ?? 'taken'}`

describe('the sign-in', () => {
  test('a code works once, for ten minutes, and its errors have status 200', async () => {
    const code = await reddit.codeFor('once')
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const { body } = await reddit.exchange(form)
    assert.deepEqual([body.token_type, body.expires_in], ['bearer', 86_400])
    const again = await reddit.exchange(form)
    assert.deepEqual([again.status, again.body], [200, { error: 'invalid_grant' }])
    const late = await reddit.codeFor('late')
    reddit.pass(11 * minute)
    assert.deepEqual((await reddit.exchange({ ...form, code: late })).body, { error: 'invalid_grant' })
  })

  test('only a permanent login has a refresh token, which never expires and stays the same', async () => {
    assert.equal((await reddit.signIn('for an hour', { duration: 'temporary' })).refresh_token, undefined)
    const { refresh_token = '', access_token: first } = await reddit.signIn('for good')
    reddit.pass(400 * day)
    assert.equal((await reddit.ask(first, '/api/v1/me')).status, 401)
    const form = { grant_type: 'refresh_token', refresh_token }
    for (const _ of [1, 2]) {
      const { body } = await reddit.exchange(form)
      assert.equal(body.refresh_token ?? refresh_token, refresh_token)
      assert.equal((await reddit.ask(body.access_token, '/api/v1/me')).status, 200)
    }
  })

  test('a revoked refresh token is refused, and a wrong secret gets another error', async () => {
    const { refresh_token = '', access_token: token } = await reddit.signIn('ending')
    const ended = await reddit.exchange({ token: refresh_token }, { path: '/api/v1/revoke_token' })
    assert.deepEqual([ended.status, ended.text], [204, ''])
    assert.equal((await reddit.ask(token, '/api/v1/me')).status, 401)
    const refused = await reddit.exchange({ grant_type: 'refresh_token', refresh_token })
    assert.deepEqual([refused.status, refused.body], [400, { error: 'invalid_request' }])
    const wrong = await reddit.exchange({ grant_type: 'refresh_token', refresh_token }, { secret: 'wrong' })
    assert.deepEqual([wrong.status, wrong.body], [401, { message: 'Unauthorized', error: 401 }])
  })

  test('the page names the app and its scopes, and refuses a request without a state', async () => {
    const shown = await fetch(reddit.authorizeUrl())
    assert.deepEqual([shown.status, /history/.test(await shown.text())], [200, true])
    assert.equal((await fetch(reddit.authorizeUrl({ state: undefined }))).status, 400)
    assert.equal((await fetch(reddit.authorizeUrl({ client_id: 'another' }))).status, 400)
  })

  test('allowing redirects back with a code, and denying with an error', async () => {
    const { origin, pathname, searchParams } = new URL(reddit.authorizeUrl({ duration: 'temporary' }))
    const back = async (decision: string) => {
      const body = new URLSearchParams([...searchParams, ['account', 'at the page'], ['decision', decision]])
      const { headers } = await fetch(origin + pathname, { method: 'POST', body, redirect: 'manual' })
      return new URL(headers.get('location') ?? '').searchParams
    }
    const denied = await back('deny')
    assert.deepEqual([denied.get('error'), denied.get('state')], ['access_denied', 'some state'])
    const code = (await back('allow')).get('code') ?? ''
    const { body } = await reddit.exchange({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })
    assert.deepEqual([body.scope, body.refresh_token], ['identity submit read flair history', undefined])
  })
})

describe('access is allowed', () => {
  test('with a user agent', async () => {
    const { token } = await signIn('honest')
    for (const [name, status] of [
      [agent, 200],
      ['linux:tests:v1', 200],
      ['node', 403],
      ['oauth4webapi/v3.8.2', 403],
      ['Mozilla/5.0 (X11; Linux x86_64)', 403],
    ] as const) {
      const headers = { authorization: `Bearer ${token}`, 'user-agent': name }
      assert.equal((await fetch(`${reddit.host('api')}/api/v1/me`, { headers })).status, status, name)
    }
    const { status, text } = await reddit.exchange({ grant_type: 'refresh_token' }, { agent: 'node' })
    assert.deepEqual([status, text.startsWith('<!doctype html>')], [403, true])
  })

  test('with the required scope', async () => {
    const { access_token: token } = await reddit.signIn('reader', { scope: 'identity read' })
    const { status, headers } = await post(token)
    assert.equal(status, 403)
    assert.match(headers.get('www-authenticate') ?? '', /error="insufficient_scope"/)
  })

  test('a thousand times in ten minutes, as every response reports', async () => {
    const { token } = await signIn('often')
    const { headers } = await reddit.ask(token, '/api/v1/me')
    const told = (name: string) => headers.get(`x-ratelimit-${name}`)
    assert.deepEqual([told('used'), told('remaining'), told('reset')], ['2', '998.0', '600'])
    let last = await reddit.ask(token, '/api/v1/me')
    for (let calls = 3; calls < 1_001; calls += 1) last = await reddit.ask(token, '/api/v1/me')
    assert.deepEqual([last.status, last.text], [429, ''])
    reddit.pass(10 * minute)
    assert.equal((await reddit.ask(token, '/api/v1/me')).status, 200)
  })
})

describe('a post', () => {
  test('with text or a link returns its URL, and is listed at once', async () => {
    const { token, me } = await signIn('writer')
    const text = await post(token, { text: 'a < b & c' })
    assert.match(text.body.json.data.url, /\/r\/test\/comments\/[a-z0-9]{7}\/a_title\/$/)
    assert.equal(text.body.json.data.name, `t3_${text.body.json.data.id}`)
    const link = await post(token, { kind: 'link', url: 'https://example.com/?a=1&b=2' })
    const { body } = await reddit.ask(token, `/user/${me.name}/submitted?sort=new`)
    const [second, first] = body.data.children.map(({ data }: { data: object }) => data)
    assert.deepEqual([first.id, first.selftext, first.is_self], [text.body.json.data.id, 'a &lt; b &amp; c', true])
    assert.deepEqual([second.id, second.url], [link.body.json.data.id, 'https://example.com/?a=1&amp;b=2'])
    const raw = await reddit.ask(token, `/user/${me.name}/submitted?raw_json=1`)
    assert.equal(raw.body.data.children[1].data.selftext, 'a < b & c')
  })

  test('that is refused has status 200', async () => {
    const { token } = await signIn('refused')
    const long = 'a'.repeat(301)
    const cases: readonly (readonly [more: Readonly<Record<string, string>>, code: string])[] = [
      [{ sr: '' }, 'SUBREDDIT_REQUIRED'],
      [{ sr: 'r/test' }, 'BAD_SR_NAME'],
      [{ sr: 'nowhere' }, 'SUBREDDIT_NOEXIST'],
      [{ sr: 'u_somebody_else' }, 'SUBREDDIT_NOTALLOWED'],
      [{ kind: 'video', url: 'https://example.com/a.mp4' }, 'NO_VIDEOS'],
      [{ kind: 'poll' }, 'INVALID_OPTION'],
      [{ title: ' ' }, 'NO_TEXT'],
      [{ title: long }, 'TOO_LONG'],
      [{ text: 'a'.repeat(40_001) }, 'TOO_LONG'],
      [{ kind: 'link' }, 'NO_URL'],
      [{ kind: 'link', url: 'mailto:ada@example.com' }, 'BAD_URL'],
      [{ kind: 'image', url: 'https://example.com/a.png' }, 'BAD_URL'],
      [{ sr: 'flairs' }, 'SUBMIT_VALIDATION_FLAIR_REQUIRED'],
      [{ sr: 'links_only' }, 'NO_SELFS'],
    ]
    for (const [more, code] of cases) assert.equal(codeOf(await post(token, more)), `200 ${code}`)
    assert.equal((await post(token, { sr: 'private' })).status, 403)
    assert.deepEqual(
      (await reddit.posts('reddit')).filter(({ text }) => text === long),
      [],
    )
  })

  test('is accepted twice, except for links in a community that wants each once', async () => {
    const { token } = await signIn('twice')
    const link = { kind: 'link', url: 'https://example.com/once', resubmit: 'true' }
    for (const more of [{}, {}, link, link]) assert.equal(codeOf(await post(token, more)), '200 taken')
    const once = { ...link, sr: 'links_once' }
    assert.deepEqual(
      [codeOf(await post(token, once)), codeOf(await post(token, once))],
      ['200 taken', '200 ALREADY_SUB'],
    )
  })
})

describe('an image', () => {
  const lease = async (token: string, mimetype = 'image/png') =>
    reddit.ask(token, '/api/media/asset.json', { filepath: 'a.png', mimetype })

  async function store({ args }: { args: Lease }, bytes: Buffer, order = (all: Field[]) => all): Promise<Response> {
    const form = new FormData()
    const file: Field = { name: 'file', value: new Blob([new Uint8Array(bytes)], { type: 'image/png' }) }
    for (const { name, value } of order([...args.fields, file]))
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, value, 'a.png')
    return fetch(`http:${args.action}`, { method: 'POST', body: form })
  }

  test('is uploaded to the storage first, and its post appears later without an ID', async () => {
    const { token, me } = await signIn('painter')
    const place = (await lease(token)).body
    const sent = await store(place, png)
    assert.equal(sent.status, 201)
    const location = /<Location>(.*)<\/Location>/.exec(await sent.text())?.[1] ?? ''
    assert.match(location, /rte_images%2F/)
    const { body } = await post(token, { kind: 'image', url: location, title: 'Painted' })
    assert.deepEqual(Object.keys(body.json.data).sort(), ['user_submitted_page', 'websocket_url'])
    const listed = async () => (await reddit.ask(token, `/user/${me.name}/submitted`)).body.data.children
    assert.deepEqual(await listed(), [])
    reddit.pass(minute)
    const [{ data }] = await listed()
    assert.deepEqual([data.title, /^https:\/\/i\.redd\.it\//.test(data.url)], ['Painted', true])
  })

  test('is refused if its form differs from the given one, and if it is too large', async () => {
    const { token } = await signIn('forger')
    const place = (await lease(token)).body
    const status = async (...given: Parameters<typeof store>) => {
      const answer = await store(...given)
      return `${answer.status} ${/<Code>(.*)<\/Code>/.exec(await answer.text())?.[1]}`
    }
    const fileFirst = (all: Field[]) => all.toReversed()
    const withoutPolicy = (all: Field[]) => all.filter(({ name }) => name !== 'policy')
    assert.equal(await status(place, png, fileFirst), '403 SignatureDoesNotMatch')
    assert.equal(await status(place, png, withoutPolicy), '403 SignatureDoesNotMatch')
    const large = Buffer.concat([png], 21 * 1_024 * 1_024)
    assert.equal(await status(place, large), '400 EntityTooLarge')
    assert.equal((await lease(token, 'image/webp')).status, 400)
    assert.equal((await lease(token, '')).status, 400)
  })

  test('of another account, or that was never uploaded, is not accepted', async () => {
    const { token } = await signIn('owner')
    const { token: other } = await signIn('thief')
    const place = (await lease(token)).body
    const key = place.args.fields.find(({ name }: Field) => name === 'key').value
    const image = { kind: 'image', url: `http:${place.args.action}/${key}` }
    assert.equal(codeOf(await post(token, image)), '200 BAD_URL')
    await store(place, png)
    assert.equal(codeOf(await post(other, image)), '200 BAD_URL')
    assert.equal(codeOf(await post(token, image)), '200 taken')
  })
})

interface Field {
  readonly name: string
  readonly value: string | Blob
}

interface Lease {
  readonly action: string
  readonly fields: readonly Field[]
}

describe('a comment', () => {
  const say = (token: string, thing_id: string, text = 'Under it') =>
    reddit.ask(token, '/api/comment', { api_type: 'json', thing_id, text })

  test('is below a post or another comment', async () => {
    const { token, me } = await signIn('talker')
    const { id } = (await post(token)).body.json.data
    const [{ kind, data }] = (await say(token, `t3_${id}`)).body.json.data.things
    assert.deepEqual([kind, data.parent_id, data.link_id, data.is_submitter], ['t1', `t3_${id}`, `t3_${id}`, true])
    const [{ data: answer }] = (await say(token, data.name, 'Answer')).body.json.data.things
    assert.equal(answer.parent_id, data.name)
    const { body } = await reddit.ask(token, `/user/${me.name}/comments?limit=1`)
    assert.deepEqual([body.data.children[0].data.id, body.data.after], [answer.id, answer.name])
    const rest = await reddit.ask(token, `/user/${me.name}/comments?limit=1&after=${body.data.after}`)
    assert.deepEqual([rest.body.data.children[0].data.id, rest.body.data.after], [data.id, null])
    const ledger = await reddit.posts('reddit')
    assert.equal(ledger.find((one) => one.id === answer.id)?.reply_to, data.id)
  })

  test('that is refused has status 200', async () => {
    const { token } = await signIn('troll')
    const { id } = (await post(token)).body.json.data
    assert.equal(codeOf(await say(token, `t3_${id}`, ' ')), '200 NO_TEXT')
    assert.equal(codeOf(await say(token, `t3_${id}`, 'a'.repeat(10_001))), '200 TOO_LONG')
    assert.equal(codeOf(await say(token, 't3_zzzzzzz')), '200 DELETED_LINK')
    const { id: locked } = (await post(token, { sr: 'locked' })).body.json.data
    assert.equal(codeOf(await say(token, `t3_${locked}`)), '200 THREAD_LOCKED')
  })
})

describe('activity on a post', () => {
  test('others comment on it, and its numbers rise', async () => {
    const { token } = await signIn('famous')
    const { id } = (await post(token)).body.json.data
    const planted = await reddit.control('POST', `/reddit/posts/${id}/comments`, { author: 'bob', message: 'Nice!' })
    assert.equal(planted.status, 200)
    await reddit.control('POST', `/reddit/posts/${id}/metrics`, { score: 40, num_crossposts: 3 })
    const { body } = await reddit.ask(token, `/api/info?id=t3_${id},t3_zzzzzzz`)
    const [{ data }, ...others] = body.data.children
    assert.deepEqual([data.score, data.ups, data.num_comments, data.num_crossposts], [40, 40, 1, 3])
    assert.deepEqual([others, data.view_count], [[], null])
    const [above, below] = (await reddit.ask(token, `/comments/${id}`)).body
    assert.equal(above.data.children[0].data.id, id)
    assert.deepEqual([below.data.children[0].data.author, below.data.children[0].data.body], ['bob', 'Nice!'])
  })

  test('an account that posts too often gets the time to wait', async () => {
    const { token } = await signIn('hasty')
    await reddit.control('POST', '/reddit/faults', { operation: 'create', kind: 'rate_limit' })
    const { status, body } = await post(token)
    assert.deepEqual([status, body.json.ratelimit], [200, 30])
    assert.match(body.json.errors[0][1], /Take a break for 30 seconds before trying again\.$/)
  })
})
