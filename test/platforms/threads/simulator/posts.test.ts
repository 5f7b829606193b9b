import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, appForm, redirectUri, type SimulatedThreads, startSimulatedThreads, untilReady } from './start.ts'

let threads: SimulatedThreads
before(async () => {
  threads = await startSimulatedThreads()
  threads.host('https://media.example/a.png', { bytes: Buffer.from('89504e470d0a1a0a', 'hex') })
  threads.host('https://media.example/a.webp', { bytes: Buffer.from('52494646aaaaaaaa57454250', 'hex') })
  threads.host('https://media.example/a.mp4', { bytes: Buffer.from('00000018667479706d703432', 'hex') })
  threads.host('https://media.example/large.png', { bytes: Buffer.from('89504e470d0a1a0a', 'hex'), size: 9_000_000 })
  threads.host('https://media.example/gone.png', { status: 404 })
})
after(() => threads.stop())

const errorOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.error_subcode]
const notFound = [400, 24, 4_279_009]

const make = (token: string, form: Readonly<Record<string, string>>) =>
  threads.ask('POST', '/v1.0/me/threads', { token, form })
const publish = (token: string, creation_id: string) =>
  threads.ask('POST', '/v1.0/me/threads_publish', { token, form: { creation_id } })
const get = (token: string, path: string, query: Readonly<Record<string, string>> = {}) =>
  threads.ask('GET', `/v1.0${path}`, { token, query })
const status = async (token: string, id: string) => {
  const { body } = await get(token, `/${id}`, { fields: 'id,status,error_message' })
  return [body.status, ...(body.error_message ? [body.error_message] : [])].join(' ')
}

describe('a login', () => {
  const exchange = async (form: Readonly<Record<string, string>>) =>
    threads.ask('POST', '/oauth/access_token', { form })
  const code = async (name: string) => (await threads.consent(name)).searchParams.get('code') ?? ''
  const grant = { ...appForm, grant_type: 'authorization_code', redirect_uri: redirectUri }

  test('returns a short-lived token and an ID beyond JavaScript’s numbers, then a long-lived token', async () => {
    const short = await exchange({ ...grant, code: await code('newcomer') })
    assert.deepEqual(Object.keys(short.body).sort(), ['access_token', 'user_id'])
    assert.equal(typeof short.body.user_id, 'number')
    const query = { grant_type: 'th_exchange_token', client_secret: appForm.client_secret }
    const long = await threads.ask('GET', '/access_token', {
      query: { ...query, access_token: short.body.access_token },
    })
    assert.deepEqual([long.body.token_type, long.body.expires_in], ['bearer', 5_184_000])
    const me = await get(long.body.access_token, '/me', { fields: 'id,username,name' })
    assert.deepEqual([me.body.username, me.body.name], ['newcomer', 'newcomer'])
  })

  test('is refused with a used code, with another redirect URL, or by another app', async () => {
    const used = await code('twice')
    await exchange({ ...grant, code: used })
    assert.deepEqual(errorOf(await exchange({ ...grant, code: used })).slice(0, 2), [400, 100])
    const elsewhere = { ...grant, redirect_uri: 'https://other.test/', code: await code('twice') }
    assert.deepEqual(errorOf(await exchange(elsewhere)).slice(0, 2), [400, 100])
    assert.equal((await exchange({ ...grant, client_secret: 'wrong', code: await code('twice') })).status, 400)
  })

  test('is renewed after a day, not earlier, and not after its expiry', async (t) => {
    const own = await startSimulatedThreads()
    t.after(own.stop)
    const token = await own.signIn('renewed')
    const ask = (method: string, path: string, query: Readonly<Record<string, string>>) =>
      own.ask(method, path, { query })
    const again = (of: string) =>
      ask('GET', '/refresh_access_token', { grant_type: 'th_refresh_token', access_token: of })
    assert.equal((await again(token)).status, 400)
    own.pass(86_400_000)
    const next = await again(token)
    assert.equal(next.status, 200)
    own.pass(61 * 86_400_000)
    assert.deepEqual(errorOf(await again(next.body.access_token)), [400, 190, 463])
  })

  test('has only the granted permissions', async () => {
    const token = await threads.signIn('reader', 'threads_basic')
    assert.equal((await get(token, '/me', { fields: 'id' })).status, 200)
    assert.deepEqual(errorOf(await make(token, { media_type: 'TEXT', text: 'No' })).slice(0, 2), [400, 10])
    const { body } = await get(token, '/debug_token', { input_token: token })
    assert.deepEqual(body.data.scopes, ['threads_basic'])
  })
})

describe('a container', () => {
  test('is finished after a while, and then published: text, an image, a video', async () => {
    const token = await threads.signIn('patient')
    const cases = [
      [{ media_type: 'TEXT', text: 'Hi' }, 'TEXT_POST'],
      [{ media_type: 'IMAGE', image_url: 'https://media.example/a.png', alt_text: 'a cat' }, 'IMAGE'],
      [{ media_type: 'VIDEO', video_url: 'https://media.example/a.mp4', text: 'Look' }, 'VIDEO'],
    ] as const
    for (const [form, type] of cases) {
      const { id } = (await make(token, form)).body
      assert.equal(await status(token, id), 'IN_PROGRESS')
      assert.deepEqual(errorOf(await publish(token, id)), notFound, 'too early')
      threads.pass(untilReady)
      assert.equal(await status(token, id), 'FINISHED')
      const post = (await publish(token, id)).body.id
      assert.equal(await status(token, id), 'PUBLISHED')
      const { body } = await get(token, `/${post}`, { fields: 'id,media_type,permalink,username,shortcode,alt_text' })
      assert.deepEqual([body.media_type, body.username], [type, 'patient'])
      assert.ok(body.permalink.endsWith(`/@patient/post/${body.shortcode}`))
    }
  })

  test('is published a second time by default, and not if the setting forbids it', async () => {
    const token = await threads.signIn('eager')
    const { id } = (await make(token, { media_type: 'TEXT', text: 'Twice' })).body
    threads.pass(untilReady)
    const first = (await publish(token, id)).body.id
    assert.notEqual((await publish(token, id)).body.id, first)
    await threads.control('POST', '/settings', { republish: 'refused' })
    assert.deepEqual(errorOf(await publish(token, id)), notFound)
    await threads.control('POST', '/settings', { republish: 'duplicated' })
  })

  test('belongs to its account only, and is deleted after a day', async (t) => {
    const own = await startSimulatedThreads()
    t.after(own.stop)
    const [token, other] = [await own.signIn('owner'), await own.signIn('other')]
    const ask = (as: string, method: string, path: string, form: Readonly<Record<string, string>>) =>
      own.ask(method, `/v1.0${path}`, { token: as, form })
    const { id } = (await ask(token, 'POST', '/me/threads', { media_type: 'TEXT', text: 'Mine' })).body
    assert.deepEqual(errorOf(await ask(other, 'POST', '/me/threads_publish', { creation_id: id })), notFound)
    own.pass(25 * 3_600_000)
    const { body } = await own.ask('GET', `/v1.0/${id}`, { token, query: { fields: 'status' } })
    assert.equal(body.status, 'EXPIRED')
    assert.deepEqual(errorOf(await ask(token, 'POST', '/me/threads_publish', { creation_id: id })), notFound)
  })

  const refused: readonly (readonly [
    what: string,
    form: Readonly<Record<string, string>>,
    error: readonly unknown[],
  ])[] = [
    ['of no kind', { text: 'Hi' }, [400, 100, undefined]],
    ['of text without text', { media_type: 'TEXT' }, [400, 100, undefined]],
    ['of 501 characters', { media_type: 'TEXT', text: 'a'.repeat(501) }, [400, 100, undefined]],
    ['of 126 emoji of four bytes', { media_type: 'TEXT', text: '🎉'.repeat(126) }, [400, 100, undefined]],
    [
      'of six links',
      { media_type: 'TEXT', text: [1, 2, 3, 4, 5, 6].map((at) => `https://${at}.example`).join(' ') },
      [400, 100, undefined],
    ],
    ['of an image without its address', { media_type: 'IMAGE', text: 'Look' }, [400, 100, undefined]],
    [
      'of an image that is not there',
      { media_type: 'IMAGE', image_url: 'https://media.example/gone.png' },
      [400, 9_004, 2_207_052],
    ],
    ['of a WebP image', { media_type: 'IMAGE', image_url: 'https://media.example/a.webp' }, [400, 36_001, 2_207_005]],
    [
      'of an image of 9 MB',
      { media_type: 'IMAGE', image_url: 'https://media.example/large.png' },
      [400, 36_000, 2_207_004],
    ],
    ['of one item', { media_type: 'CAROUSEL', children: '1' }, [400, 100, undefined]],
    ['of items that do not exist', { media_type: 'CAROUSEL', children: '1,2' }, [400, 100, 4_279_004]],
    ['that answers nothing that there is', { media_type: 'TEXT', text: 'Hi', reply_to_id: '1' }, notFound],
    [
      'with too long an alternative text',
      { media_type: 'IMAGE', image_url: 'https://media.example/a.png', alt_text: 'a'.repeat(1_001) },
      [400, 100, undefined],
    ],
  ]
  for (const [what, form, error] of refused)
    test(`${what} is refused`, async () => {
      assert.deepEqual(errorOf(await make(await threads.signIn('wrong'), form)), error)
    })

  test('of 125 emoji of four bytes is accepted', async () => {
    const form = { media_type: 'TEXT', text: '🎉'.repeat(125) }
    assert.equal((await make(await threads.signIn('merry'), form)).status, 200)
  })

  test('of a video that is not a video fails later with a reason', async () => {
    const token = await threads.signIn('late')
    const cases = [
      ['https://media.example/a.png', 'ERROR FAILED_PROCESSING_VIDEO'],
      ['https://media.example/nowhere.mp4', 'ERROR FAILED_DOWNLOADING_VIDEO'],
    ] as const
    for (const [video_url, expected] of cases) {
      const { id } = (await make(token, { media_type: 'VIDEO', video_url })).body
      threads.pass(5_000)
      assert.equal(await status(token, id), expected)
    }
  })

  test('of a carousel holds finished items, and counts them', async () => {
    const token = await threads.signIn('mixed')
    const item = (form: Readonly<Record<string, string>>) => make(token, { is_carousel_item: 'true', ...form })
    const items = [
      await item({ media_type: 'IMAGE', image_url: 'https://media.example/a.png' }),
      await item({ media_type: 'VIDEO', video_url: 'https://media.example/a.mp4' }),
    ].map(({ body }) => body.id)
    const carousel = { media_type: 'CAROUSEL', children: items.join(','), text: 'Two' }
    assert.deepEqual(errorOf(await make(token, carousel)), [400, 100, 4_279_004], 'too early')
    threads.pass(5_000)
    const { id } = (await make(token, carousel)).body
    threads.pass(1_000)
    const post = (await publish(token, id)).body.id
    const { posts } = await threads.control('GET', '/posts')
    assert.equal(posts.find((one: { id: string }) => one.id === post).media_count, 2)
  })
})

test('an account can’t be changed with the token of another', async () => {
  const { id } = (await get(await threads.signIn('numbered'), '/me', { fields: 'id' })).body
  const token = await threads.signIn('another')
  const { body } = await threads.ask('POST', `/v1.0/${id}/threads`, { token, form: { media_type: 'TEXT', text: 'Hi' } })
  assert.equal(body.error.code, 24)
})

describe('lists', () => {
  test('have the newest first, posts and replies apart, from a given time on, page by page and without `next`', async () => {
    const token = await threads.signIn('lister')
    const first = await threads.post(token, 'One')
    threads.pass(60_000)
    const second = await threads.post(token, 'Two')
    const answer = await threads.post(token, 'Three', { reply_to_id: second })
    const ids = ({ body }: Answer) => body.data.map((one: { id: string }) => one.id)
    const all = await get(token, '/me/threads', { fields: 'id,text,timestamp' })
    assert.deepEqual(ids(all), [second, first])
    assert.match(all.body.data[0].timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
    assert.deepEqual(ids(await get(token, '/me/replies', { fields: 'id,replied_to' })), [answer])
    const since = String(Math.floor(Date.parse(all.body.data[0].timestamp.replace('+0000', 'Z')) / 1_000))
    assert.deepEqual(ids(await get(token, '/me/threads', { since })), [second])
    const page = await get(token, '/me/threads', { limit: '1' })
    assert.deepEqual([ids(page), page.body.paging.next], [[second], undefined])
    const { after } = page.body.paging.cursors
    assert.deepEqual(ids(await get(token, '/me/threads', { limit: '1', after })), [first])
  })

  test('refuse an unknown field, like the status of a post', async () => {
    const token = await threads.signIn('curious')
    const id = await threads.post(token, 'Hi')
    const { body } = await get(token, `/${id}`, { fields: 'id,status' })
    assert.match(body.error.message, /nonexisting field \(status\)/)
  })
})

describe('replies', () => {
  test('of others are listed, all or only direct ones, and are marked as not one’s own', async () => {
    const token = await threads.signIn('host')
    const post = await threads.post(token, 'Ask me')
    const { id } = await threads.control('POST', `/posts/${post}/comments`, { author: 'guest', message: 'Why?' })
    const own = await threads.post(token, 'Because.', { reply_to_id: id })
    const fields = 'id,text,username,is_reply_owned_by_me,replied_to,root_post,hide_status'
    const all = (await get(token, `/${post}/conversation`, { fields })).body.data
    assert.deepEqual(
      all.map((one: Record<string, unknown>) => [one.id, one.username, one.is_reply_owned_by_me, one.root_post]),
      [
        [own, 'host', true, { id: post }],
        [id, 'guest', false, { id: post }],
      ],
    )
    const direct = (await get(token, `/${post}/replies`, { fields: 'id' })).body.data
    assert.deepEqual(direct, [{ id }])
    const hidden = await threads.ask('POST', `/v1.0/${id}/manage_reply`, { token, form: { hide: 'true' } })
    assert.deepEqual(hidden.body, { success: true })
    const [shown] = (await get(token, `/${post}/replies`, { fields: 'hide_status' })).body.data
    assert.equal(shown.hide_status, 'HIDDEN')
  })

  test('to other accounts need another permission', async () => {
    const [host, guest] = [await threads.signIn('host'), await threads.signIn('guest')]
    const post = await threads.post(host, 'Mine')
    const form = { media_type: 'TEXT', text: 'Hi', reply_to_id: post }
    assert.deepEqual(errorOf(await make(guest, form)).slice(0, 2), [400, 10])
  })
})

test('numbers are those that were set; one wrong metric name fails the call', async () => {
  const token = await threads.signIn('counter')
  const id = await threads.post(token, 'Count me')
  await threads.control('POST', `/posts/${id}/metrics`, { views: 7, likes: 0 })
  const { body } = await get(token, `/${id}/insights`, { metric: 'views,likes' })
  assert.deepEqual(
    body.data.map((one: { name: string; values: unknown }) => [one.name, one.values]),
    [
      ['views', [{ value: 7 }]],
      ['likes', [{ value: 0 }]],
    ],
  )
  const wrong = await get(token, `/${id}/insights`, { metric: 'views,impressions' })
  assert.match(wrong.body.error.message, /^\(#100\) metric\[1\] must be one of/)
  const account = await get(token, '/me/threads_insights', { metric: 'views,followers_count,clicks' })
  assert.equal(account.status, 200)
})

test('a day allows 250 posts, and replies are counted apart', async (t) => {
  const own = await startSimulatedThreads()
  t.after(own.stop)
  const token = await own.signIn('busy')
  let last = ''
  for (let count = 0; count < 250; count += 1) last = await own.post(token, `No. ${count}`)
  const form = { media_type: 'TEXT', text: 'One more' }
  const publishNext = async (more: Readonly<Record<string, string>> = {}) => {
    const { id } = (await own.ask('POST', '/v1.0/me/threads', { token, form: { ...form, ...more } })).body
    own.pass(untilReady)
    return own.ask('POST', '/v1.0/me/threads_publish', { token, form: { creation_id: id } })
  }
  assert.deepEqual(errorOf(await publishNext()), [400, 9, 2_207_042])
  assert.equal((await publishNext({ reply_to_id: last })).status, 200)
  const limits = await own.ask('GET', '/v1.0/me/threads_publishing_limit', {
    token,
    query: { fields: 'quota_usage,config,reply_quota_usage,reply_config' },
  })
  const [{ quota_usage, reply_quota_usage }] = limits.body.data
  assert.deepEqual([quota_usage, reply_quota_usage], [250, 1])
  own.pass(86_400_001)
  assert.equal((await publishNext()).status, 200)
})

test('a deleted post is deleted everywhere', async () => {
  const token = await threads.signIn('sorry')
  const id = await threads.post(token, 'Oops')
  const deleted = await threads.ask('DELETE', `/v1.0/${id}`, { token })
  assert.deepEqual(deleted.body, { success: true, deleted_id: id })
  assert.deepEqual(errorOf(await get(token, `/${id}`, { fields: 'id' })), [400, 100, 33])
  assert.deepEqual((await get(token, '/me/threads', { fields: 'id' })).body.data, [])
})
