import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { readConfig } from '../../src/app/config.ts'
import { openModel } from '../../src/app/open-model.ts'
import { embeddedFile } from '../../src/app/open-store.ts'
import type { ModelFor } from '../../src/model/model.ts'
import { type Database, openDatabase } from '../../src/store/engine/database.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { createMetrics } from '../../src/system/metrics.ts'
import { createPace } from '../../src/system/pace.ts'
import { type Instance, startInstance, type User } from '../harness/instance.ts'
import { modelKey, startModel } from '../harness/servers/language-model.ts'

let instance: Instance
let user: User
let database: Database
before(async () => {
  instance = await startInstance('sqlite')
  user = await instance.newUser()
  database = openDatabase({ file: embeddedFile(readConfig(instance.data.env)) })
})
after(async () => {
  await database.close()
  await instance.stop()
})

const modelsOf = (env: Readonly<Record<string, string>>, sandboxOrigin: string | null): ModelFor =>
  openModel(readConfig(env), {
    database,
    clock: systemClock,
    pace: createPace(1),
    log: createLog({ level: 'silent', pretty: false }),
    metrics: createMetrics(),
    sandboxOrigin,
  })

const schema = z.object({ reply: z.string().nullable() })
const question = () => ({
  purpose: 'reply' as const,
  profileId: user.profileId,
  instructions: 'Draft a reply.',
  input: 'How much is an anvil?',
  schema,
  maxTokens: 100,
  signal: AbortSignal.timeout(10_000),
})

test('without a language model no replies are generated for a live account, sandbox or not', () => {
  assert.equal(modelsOf({}, null)('live'), null)
  assert.equal(modelsOf({}, 'http://127.0.0.1:4001')('live'), null)
  assert.equal(modelsOf({}, null)('sandbox'), null)
})

test('in the sandbox the echo model replies for simulated accounts, identifies itself, and uses no tokens', async () => {
  const echo = modelsOf({}, 'http://127.0.0.1:4001')('sandbox') ?? assert.fail('no echo')
  assert.deepEqual(await echo.ask(question()), {
    type: 'answered',
    answer: { reply: 'sandbox-echo: you wrote “How much is an anvil?”.' },
  })
  const { input, output } = (await user.ask('GET', '/usage')).body.data.model_tokens
  assert.deepEqual({ input, output }, { input: 0, output: 0 })
})

test('a configured language model replies for both, and the echo model is not used', async (t) => {
  const model = await startModel('anthropic')
  t.after(model.stop)
  const { POLYPOST_TIME_SCALE: _fast, ...env } = model.env
  const models = modelsOf(env, 'http://127.0.0.1:4001')
  assert.equal(models('live'), models('sandbox'))
  model.answers(() => ({ said: { reply: null }, tokens: { input: 7, output: 3 } }))
  const chosen = models('sandbox') ?? assert.fail('no model')
  assert.deepEqual(await chosen.ask(question()), { type: 'answered', answer: { reply: null } })
  const { input, output } = (await user.ask('GET', '/usage')).body.data.model_tokens
  assert.deepEqual({ input, output }, { input: 7, output: 3 })
})

test('the caller can cancel, while the model works and during a retry pause', async (t) => {
  const model = await startModel('openai-compatible')
  t.after(model.stop)
  const { POLYPOST_TIME_SCALE: _fast, ...env } = model.env
  const chosen = modelsOf(env, null)('live') ?? assert.fail('no model')
  const busy = (response: ServerResponse) => response.writeHead(503, { 'retry-after': '20' }).end()
  for (const script of [() => () => {}, () => busy]) {
    model.answers(script)
    const stop = new AbortController()
    const reason = new Error('enough')
    setTimeout(() => stop.abort(reason), 300)
    await assert.rejects(chosen.ask({ ...question(), signal: stop.signal }), reason)
    assert.equal(model.asked.length, 1)
  }
})

test('a model error is logged, with the response of its server and without key and question', async (t) => {
  const model = await startModel('openai-compatible')
  t.after(model.stop)
  model.answers(() => (response) => response.writeHead(401).end(`{"error":{"message":"bad key ${modelKey}"}}`))
  const lines: string[] = []
  const stream = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line))
      done()
    },
  })
  const { POLYPOST_TIME_SCALE: _fast, ...env } = model.env
  const models = openModel(readConfig(env), {
    database,
    clock: systemClock,
    pace: createPace(1),
    log: pino(stream),
    metrics: createMetrics(),
    sandboxOrigin: null,
  })
  await models('live')?.ask(question())
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /misconfigured.*401.*bad key/)
  assert.doesNotMatch(lines[0] ?? '', new RegExp(`${modelKey}|anvil`))
})
