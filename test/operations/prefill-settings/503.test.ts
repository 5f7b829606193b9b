import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { startInstance } from '../../harness/instance.ts'
import { type PrefillStage, prefill, settingsOf, startPrefilling } from '../../harness/prefill.ts'
import { modelKey, providers, type Script } from '../../harness/servers/language-model.ts'
import { acmePage, startWebsite } from '../../harness/servers/website.ts'

interface Fault {
  readonly what: string
  readonly script: Script
  readonly says: RegExp
  /** The number of requests to the model. */
  readonly asked: number
  /** In seconds, as returned. */
  readonly wait?: number
  /** Whether the hour of the profile is used up. */
  readonly hourUsed?: boolean
}

const plain =
  (status: number, body = '{"error":{"message":"no"}}', headers: Record<string, string> = {}): Script =>
  () =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

const faults: readonly Fault[] = [
  { what: 'a key that is not right', script: plain(401), says: /key.*operator.*LLM_API_KEY/, asked: 1 },
  { what: 'a key without a permission', script: plain(403), says: /LLM_API_KEY/, asked: 1 },
  { what: 'a key that is said back', script: plain(401, modelKey), says: /LLM_API_KEY/, asked: 1 },
  { what: 'a model that is not there', script: plain(404), says: /LLM_MODEL/, asked: 1 },
  {
    what: 'used up credit',
    script: plain(429, '{"error":{"message":"no","code":"insufficient_quota"}}'),
    says: /credit/,
    asked: 1,
  },
  { what: 'a bill that was not paid', script: plain(402), says: /credit/, asked: 1 },
  { what: 'a question that is refused', script: plain(400), says: /refused.*400/, asked: 1 },
  {
    what: 'a redirect',
    script: plain(302, '', { location: 'http://elsewhere.example/' }),
    says: /address has changed.*LLM_BASE_URL/,
    asked: 1,
  },
  {
    what: 'a model that is overloaded',
    script: plain(529),
    says: /accepts no more requests at the moment/,
    asked: 3,
    wait: 60,
  },
  {
    what: 'a limit that lasts',
    script: plain(429, '{}', { 'retry-after': '300' }),
    says: /no more requests/,
    asked: 1,
    wait: 300,
  },
  { what: 'connections that break off', script: () => (response) => response.destroy(), says: /reached/, asked: 3 },
  {
    what: 'an answer that breaks off',
    script: () => (response) =>
      response.writeHead(200, { 'content-length': '500' }).write('{"id":', () => response.destroy()),
    says: /reached/,
    asked: 3,
  },
  {
    what: 'an answer at the bound of its tokens',
    script: () => ({ said: '{"business_name":"Ac', cutOff: true }),
    says: /cut off/,
    asked: 1,
    hourUsed: true,
  },
  {
    what: 'an answer of prose',
    script: () => ({ said: 'Gladly! It is Acme.' }),
    says: /requested form/,
    asked: 1,
    hourUsed: true,
  },
  {
    what: 'an answer of another shape',
    script: () => ({ said: { business_name: ['Acme'] } }),
    says: /requested form/,
    asked: 1,
    hourUsed: true,
  },
  { what: 'an answer that is empty', script: () => ({ said: '' }), says: /requested form/, asked: 1, hourUsed: true },
  {
    what: 'a page instead of an answer',
    script: plain(200, '<html>Welcome</html>'),
    says: /LLM_BASE_URL/,
    asked: 1,
    hourUsed: true,
  },
  {
    what: 'an answer of another protocol',
    script: plain(200, '{"text":"Acme"}'),
    says: /LLM_PROVIDER/,
    asked: 1,
    hourUsed: true,
  },
  {
    what: 'a stream instead of an answer',
    script: plain(200, 'data: {"choices":[{"delta":{"content":"{}"}}]}\n\ndata: [DONE]\n\n'),
    says: /LLM_PROVIDER/,
    asked: 1,
    hourUsed: true,
  },
  {
    what: 'an answer without end',
    script: plain(200, `"${'x'.repeat(2_000_000)}"`),
    says: /LLM_PROVIDER/,
    asked: 1,
    hourUsed: true,
  },
]

for (const provider of providers)
  describe(`a model with the ${provider} protocol`, () => {
    let stage: PrefillStage
    before(async () => {
      stage = await startPrefilling('sqlite', provider)
    })
    after(() => stage.stop())

    for (const { what, script, says, asked, wait, hourUsed = false } of faults)
      test(`${what}: the error says whose fault it is, fills nothing, and reveals no internals`, async () => {
        stage.model.answers(script)
        const user = await stage.newOwner()
        const { status, body, headers, text } = await prefill(user)
        assert.deepEqual([status, body.error.code], [503, 'unavailable'], text)
        assert.match(body.error.message, says)
        assert.ok(!text.includes(modelKey) && !text.includes('127.0.0.1'))
        assert.equal(stage.model.asked.length, asked)
        if (wait !== undefined) assert.equal(headers.get('retry-after'), String(wait))
        const settings = await settingsOf(user)
        assert.equal(settings.business_name, '')
        assert.equal(settings.business_profile_prefill_at !== null, hourUsed)
      })

    test('a model that does not exist is reported as unreachable', async () => {
      await stage.model.stop()
      const { status, body } = await prefill(await stage.newOwner())
      assert.equal(status, 503)
      assert.match(body.error.message, /can’t be reached/)
    })
  })

test('an instance without a language model reports it and who can change it, and reads no website', async (t) => {
  const website = await startWebsite()
  website.show({ '/': acmePage() })
  // The sandbox echo is not a language model.
  const instance = await startInstance('sqlite', {
    env: { POLYPOST_SANDBOX: 'on', POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' },
    roles: { api: true, worker: false },
  })
  t.after(async () => {
    await instance.stop()
    await website.stop()
  })
  const user = await instance.newUser()
  await user.ask('POST', '/settings', { body: { website_url: website.origin } })
  const { status, body } = await prefill(user)
  assert.deepEqual([status, body.error.code], [503, 'unavailable'])
  assert.match(body.error.message, /no language model.*LLM_MODEL.*yourself/)
  assert.deepEqual(website.visited, [])
})
