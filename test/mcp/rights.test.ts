import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { toolsFor } from '../../src/mcp/tools/index.ts'
import { ownerKey, startInstance } from '../harness/instance.ts'
import { connectAssistant, disconnectAssistants } from '../harness/mcp.ts'
import { type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'

const tools = toolsFor(['bluesky'])

let bench: PublishingInstance
let who: Newcomer

before(async () => {
  bench = await startPublishing('sqlite')
  who = await bench.newcomer('bluesky')
})
after(async () => {
  await disconnectAssistants(bench.instance.base)
  await bench.stop()
})

const newKey = async (fields: object): Promise<string> => {
  const body = { name: 'assistant', ...fields }
  return (await bench.instance.owner('POST', `/admin/users/${who.id}/keys`, { body })).body.data.key
}

const post = () => ({
  message: `Of ${Math.random()}.`,
  platforms: ['bluesky'],
  scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
})

describe('a key', () => {
  test('with the scope read has only tools that read', async () => {
    const { client } = await connectAssistant(bench.instance.base, await newKey({ scopes: ['read'] }))
    const listed = (await client.listTools()).tools
    assert.ok(listed.length > 0)
    for (const { name, annotations } of listed) assert.equal(annotations?.readOnlyHint, true, name)
    const missing = tools.filter(({ name }) => !listed.some((one) => one.name === name))
    assert.ok(missing.length > 0)
    for (const { name } of missing) await assert.rejects(client.callTool({ name, arguments: {} }), /not found/)
  })

  test('sees only the tools whose operation it may call', async () => {
    const seenWith = async (policy: object) => {
      const { client } = await connectAssistant(bench.instance.base, await newKey(policy))
      return new Set((await client.listTools()).tools.map(({ name }) => name))
    }
    const all = await seenWith({ policy: 'publish' })
    assert.deepEqual(all, new Set(tools.map(({ name }) => name)))
    const ahead = await seenWith({ policy: 'ahead', minutes_ahead: 60 })
    assert.deepEqual([...all.difference(ahead)].sort(), ['reply_to_comment', 'retry_post', 'review_auto_reply'])
    const drafts = await seenWith({ policy: 'drafts' })
    assert.deepEqual([...ahead.difference(drafts)].sort(), ['change_post', 'publish_post', 'restore_post'])
  })

  test('with the policy drafts publishes nothing, but can ask for an approval', async () => {
    const { use, client } = await connectAssistant(bench.instance.base, await newKey({ policy: 'drafts' }))
    assert.equal((await use('get_overview')).may_publish, 'drafts')
    const content = post()
    const checked = await use('validate_post', content)
    assert.deepEqual([checked.ok, checked.confirmation], [true, null])

    await assert.rejects(client.callTool({ name: 'publish_post', arguments: content }), /not found/)
    const draft = await use('save_draft', { ...content, ask_for_approval: true })
    assert.equal(draft.status, 'awaiting_approval')
  })

  test('that may publish does not publish by a draft, which would need no confirmation', async () => {
    const { use } = await connectAssistant(bench.instance.base, who.key)
    const content = post()
    const { status, next } = await use('save_draft', { ...content, ask_for_approval: true })
    assert.equal(status, 'awaiting_approval')
    assert.match(next, /A person approves it in Polypost/)
    assert.equal((await who.ask('GET', `/posts?search=${content.message}`)).body.data.meta.total, 0)
  })

  test('of another user reaches nothing of this user', async () => {
    const mine = await connectAssistant(bench.instance.base, who.key)
    const content = post()
    const { confirmation } = await mine.use('validate_post', content)
    const { post_id } = await mine.use('publish_post', { ...content, confirmation })
    const { draft_id, revision } = await mine.use('save_draft', { message: 'Mine.' })

    const { use, fail, client } = await connectAssistant(bench.instance.base, (await bench.instance.newUser()).key)
    const attempts: [string, Record<string, unknown>][] = [
      ['get_post', { post_id }],
      ['list_comments', { post_id }],
      ['get_analytics', { post_id }],
      ['change_post', { post_id, action: 'cancel' }],
      ['restore_post', { post_id }],
      ['retry_post', { post_id }],
      ['reply_to_comment', { post_id, comment_id: 'at://some', message: 'Hello' }],
      ['save_draft', { draft_id, expected_revision: revision, message: 'Theirs.' }],
      ['validate_post', { ...content, profile_id: who.profileId }],
    ]
    for (const [tool, input] of attempts) assert.equal((await fail(tool, input)).code, 'not_found', tool)
    assert.deepEqual((await use('list_posts')).posts, [])
    await assert.rejects(client.readResource({ uri: `polypost://posts/${post_id}` }), /not_found/)
  })

  test('that was revoked stops at the next message', async () => {
    const user = await bench.instance.newUser()
    const { client } = await connectAssistant(bench.instance.base, user.key)
    await client.listTools()
    await bench.instance.owner('DELETE', `/admin/keys/${user.keyId}`)
    await assert.rejects(client.listTools())
  })
})

test('an unknown field is refused, and so is what the API refuses, with its code and details', async () => {
  const { fail } = await connectAssistant(bench.instance.base, who.key)
  assert.match((await fail('get_post', { post_id: 1, user_id: 2 })).message, /user_id/)
  const error = await fail('validate_post', { ...post(), profile_id: '!' })
  assert.deepEqual([error.code, error.details[0].path], ['validation_failed', 'profile_id'])
})

describe('the address /mcp', () => {
  interface Given {
    readonly method?: string
    readonly headers?: Record<string, string>
    readonly key?: string | null
    readonly body?: unknown
    readonly base?: string
  }
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

  /** With `node:http`, because `fetch` does not let us choose the host. */
  const send = ({ method = 'POST', headers = {}, key = who.key, body = list, base = bench.instance.base }: Given) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const sent = request(
        `${base}/mcp`,
        {
          method,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...(key !== null && { authorization: `Bearer ${key}` }),
            ...headers,
          },
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part) => (text += part))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
        },
      )
      sent.on('error', reject).end(method === 'POST' ? JSON.stringify(body) : undefined)
    })
  const codeOf = ({ text }: { text: string }): string => JSON.parse(text).error.code

  test('needs a key, and says so in the header that clients read', async () => {
    for (const key of [null, 'pp_wrong']) {
      const response = await send({ key })
      assert.deepEqual([response.status, codeOf(response)], [401, 'unauthorized'])
      assert.match(String(response.headers['www-authenticate']), /^Bearer/)
    }
  })

  test('does not accept the cookie of a session', async () => {
    const cookie = `polypost_session=${'a'.repeat(43)}`
    assert.equal((await send({ key: null, headers: { cookie } })).status, 401)
  })

  test('refuses foreign names of the host and foreign origins', async () => {
    const { host } = new URL(bench.instance.base)
    for (const name of ['evil.example', 'evil.example:4000', '127.0.0.1.evil.example', 'localhost.evil.example'])
      assert.deepEqual([(await send({ headers: { host: name } })).status, name], [403, name])
    for (const origin of ['https://evil.example', 'null', `https://${host}`]) {
      const response = await send({ headers: { origin } })
      assert.deepEqual([response.status, codeOf(response)], [403, 'forbidden_origin'], origin)
    }
    assert.equal((await send({ headers: { origin: `http://${host}` } })).status, 200)
  })

  test('accepts the name of its public address', async () => {
    const instance = await startInstance('sqlite', { env: { POLYPOST_PUBLIC_URL: 'https://polypost.example.com' } })
    const ask = (headers: Record<string, string>) => send({ base: instance.base, key: ownerKey, headers })
    assert.equal((await ask({ host: 'polypost.example.com' })).status, 200)
    const both = { host: 'polypost.example.com', origin: 'https://polypost.example.com' }
    assert.equal((await ask(both)).status, 200)
    assert.equal((await ask({ host: 'evil.example' })).status, 403)
    await instance.stop()
  })

  test('has only POST', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await send({ method })
      assert.deepEqual([response.status, response.headers.allow], [405, 'POST'])
    }
  })

  test('counts every operation of a message, so that a batch does not pass the rate limit', async () => {
    const instance = await startInstance('sqlite', { env: { POLYPOST_RATE_LIMITS: '5,5,5,5' } })
    const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'list_posts', arguments: {} } }
    const batch = Array.from({ length: 10 }, (_, id) => ({ ...call, id }))
    const { text } = await send({ base: instance.base, key: ownerKey, body: batch })
    assert.equal(text.match(/"isError":true/g)?.length, 6)
    assert.match(text, /rate_limited/)
    const refused = await send({ base: instance.base, key: ownerKey })
    assert.deepEqual([refused.status, codeOf(refused)], [429, 'rate_limited'])
    await instance.stop()
  })
})
