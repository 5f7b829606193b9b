import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Ask } from '../harness/client.ts'
import { type Instance, startInstance, type User } from '../harness/instance.ts'

let instance: Instance
let user: User
before(async () => {
  instance = await startInstance('sqlite')
  user = await instance.newUser()
})
after(() => instance.stop())

const typed = (type: string): Record<string, string> => ({ 'content-type': type })

async function answers(method: string, path: string, asks: readonly Ask[]): Promise<unknown[]> {
  const found = []
  for (const ask of asks) {
    const { status, body } = await user.ask(method, path, ask)
    found.push([status, body.error?.code])
  }
  return found
}

test('a body that is not JSON gets another error than invalid JSON content', async () => {
  const raws = [
    '{',
    '{"name":"a"',
    "{'name':'a'}",
    '{"name":"a",}',
    'name=a',
    'NaN',
    '{"name":"a"} x',
    '\ufeff\ufeff{}',
    ' ',
  ]
  assert.deepEqual(
    await answers(
      'POST',
      '/profiles',
      raws.map((raw) => ({ raw })),
    ),
    raws.map(() => [400, 'invalid_json']),
  )
  const values = ['null', '[]', '"a"', '7', 'true']
  assert.deepEqual(
    await answers(
      'POST',
      '/profiles',
      values.map((raw) => ({ raw })),
    ),
    values.map(() => [400, 'validation_failed']),
  )
})

test('a body that is not UTF-8 is refused, also inside a string', async () => {
  const bytes = [
    Buffer.from('{"name":"h\xe9"}', 'latin1'),
    Buffer.from('{"name":"a"}', 'utf16le'),
    Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
    Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
  ]
  assert.deepEqual(
    await answers(
      'POST',
      '/profiles',
      bytes.map((raw) => ({ raw })),
    ),
    bytes.map(() => [400, 'invalid_json']),
  )
})

test('a body is accepted as JSON in UTF-8 under any of its content types, and under no other', async () => {
  const wrong = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/jsonp',
    'xapplication/json',
    '*/*',
    '',
  ]
  assert.deepEqual(
    await answers(
      'POST',
      '/profiles',
      wrong.map((type) => ({ raw: '{"name":"wrong"}', headers: typed(type) })),
    ),
    wrong.map(() => [415, 'unsupported_media_type']),
  )
  const right = [
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
    'application/json ; charset="utf-8"',
    'application/merge-patch+json',
  ]
  assert.deepEqual(
    await answers(
      'POST',
      '/profiles',
      right.map((type, at) => ({ body: { name: `right ${at}` }, headers: typed(type) })),
    ),
    right.map(() => [200, undefined]),
  )
})

test('a POST or DELETE without a body is accepted with any content type or none', async () => {
  const types: Ask[] = [
    {},
    { headers: typed('application/json') },
    { headers: typed('text/plain') },
    { raw: '' },
    { body: {} },
  ]
  for (const ask of types) {
    const made = await user.ask('POST', '/profiles', { body: { name: 'bare' } })
    const path = `/profiles/${made.body.data.profile_id}`
    const replies = [
      await user.ask('POST', `${path}/default`, ask),
      await user.ask('POST', `/profiles/${user.profileId}/default`, ask),
      await user.ask('DELETE', path, ask),
    ]
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200],
      JSON.stringify(ask),
    )
  }
})

test('an unexpected body is refused, not ignored', async () => {
  const path = `/profiles/${user.profileId}/default`
  assert.deepEqual(
    await answers('POST', path, [
      { body: { profile_id: 'x' } },
      { raw: 'x' },
      { raw: '{}', headers: typed('text/plain') },
    ]),
    [
      [400, 'validation_failed'],
      [400, 'invalid_json'],
      [415, 'unsupported_media_type'],
    ],
  )
})

test('a valid request ID of the caller is kept, any other is replaced by a generated one', async () => {
  const ask = async (id: string) => {
    const headers = { 'x-request-id': id }
    const replies = [await user.ask('GET', '/profiles', { headers }), await user.ask('GET', '/nothing', { headers })]
    assert.equal(replies[1]?.body.request_id, replies[1]?.headers.get('x-request-id'))
    return replies.map((reply) => reply.headers.get('x-request-id'))
  }
  for (const id of ['a', 'req_1', '8a6e0804-2bd0-4672-b79d-d97027f9071a', 'a:b.c', 'x'.repeat(64)])
    assert.deepEqual(await ask(id), [id, id])
  const ours = new Set<string | null>()
  for (const id of ['', 'two words', 'x'.repeat(65), '"><script>', 'a,b', 'h\u00e9', '{"level":60}'])
    for (const given of await ask(id)) {
      assert.match(given ?? '', /^req_[A-Za-z0-9]{24}$/)
      ours.add(given)
    }
  assert.equal(ours.size, 14)
})

test('no response may be sniffed as another type or cached, except the description', async () => {
  const replies = [
    await user.ask('GET', '/profiles'),
    await user.ask('GET', '/profiles', { key: null }),
    await user.ask('GET', '/nothing'),
    await user.ask('PUT', '/profiles'),
    await user.ask('POST', '/profiles', { raw: '{' }),
    await user.ask('GET', '/%zz'),
  ]
  assert.deepEqual(
    replies.map(({ headers }) => [headers.get('x-content-type-options'), headers.get('cache-control')]),
    replies.map(() => ['nosniff', 'no-store']),
  )
  for (const path of ['/healthz', '/readyz', '/metrics', '/nowhere']) {
    const { headers } = await fetch(instance.base + path)
    assert.deepEqual([headers.get('x-content-type-options'), headers.get('cache-control')], ['nosniff', 'no-store'])
  }
  const description = await user.ask('GET', '/openapi.json', { key: null })
  assert.equal(description.headers.get('x-content-type-options'), 'nosniff')
  assert.match(description.headers.get('cache-control') ?? '', /max-age/)
})

test('the page of the description may load nothing from other hosts and may not be framed', async () => {
  const { headers, text } = await user.ask('GET', '/docs', { key: null })
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'self'/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /https?:|\*/)
  const loaded = [...text.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
  assert.ok(loaded.length > 0)
  for (const url of loaded) assert.doesNotMatch(url, /^(https?:)?\/\//)
})

test('no response reveals the software and its version', async () => {
  for (const { headers } of [await user.ask('GET', '/profiles'), await user.ask('GET', '/nothing')])
    assert.deepEqual([headers.get('server'), headers.get('x-powered-by')], [null, null])
})
