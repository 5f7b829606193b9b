import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '../harness/client.ts'
import { type InstanceData, makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { ownerKey } from '../harness/instance.ts'
import { announce, put } from '../harness/media.ts'
import { openBrowser } from '../harness/people.ts'
import { createPost, inDays } from '../harness/posts.ts'
import { freePort, type RunningProcess, startProcess } from '../harness/process.ts'
import { openRows, type Rows } from '../harness/rows.ts'
import { type Receiver, startReceiver, status } from '../harness/servers/receiver.ts'
import { type SimulatedPlatforms, startSimulated } from '../harness/simulated.ts'
import { png } from '../harness/small-media.ts'
import { createWebhook } from '../harness/webhooks.ts'

interface Line {
  readonly level: number
  readonly msg: string
  readonly [field: string]: unknown
}

const [info, warn] = [30, 40]
/** A text that publishers write, and that nobody may find in a log. */
const secret = 'not-to-be-seen'

onEachDatabase((kind) => {
  let instanceData: InstanceData
  let rows: Rows
  let simulated: SimulatedPlatforms
  let receiver: Receiver
  let running: RunningProcess
  let owner: Client

  before(async () => {
    instanceData = await makeInstanceData(kind, { migrated: true })
    rows = await openRows(instanceData)
    simulated = await startSimulated({ scale: 200 })
    receiver = await startReceiver(status(500))
    running = await startProcess('start', {
      ...instanceData.env,
      ...simulated.env,
      PORT: String(await freePort()),
      POLYPOST_TIME_SCALE: '20',
      POLYPOST_READ_METRICS: 'none',
      POLYPOST_READ_COMMENTS: 'none',
      POLYPOST_ALLOW_HTTP_WEBHOOKS: 'true',
      LOG_LEVEL: 'trace',
    })
    owner = createClient(running.base, ownerKey)
    await simulated.connect(owner, 'x', 'log-reader')
  })
  after(async () => {
    await running.end('SIGTERM')
    await receiver.stop()
    await rows.close()
    await instanceData.remove()
    await simulated.stop()
  })

  const lines = (msg: string): Line[] =>
    running
      .output()
      .split('\n')
      .flatMap((line): Line[] => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []))
      .filter((line) => line.msg === msg)
  const ends = (jobId: number) => lines('job ended').filter(({ job_id }) => job_id === jobId)
  const ended = (jobId: number, ...outcomes: string[]) =>
    eventually(`the job is ${outcomes.at(-1)}`, () => ends(jobId).length >= outcomes.length && ends(jobId))
  const metric = async (series: string) => {
    const text = await (await fetch(`${running.base}/metrics`)).text()
    const line = text.split('\n').find((one) => one.startsWith(`${series} `))
    return line === undefined ? null : Number(line.slice(series.length))
  }
  const post = (body: object = {}) =>
    createPost({ ask: owner }, { message: `A post, ${secret} ${Math.random()}`, platforms: ['x'], ...body })

  test('each end of a job is one line and one count', async () => {
    const { id, jobIds } = await post()
    const [jobId = 0] = jobIds
    const [line] = await ended(jobId, 'completed')
    assert.ok(line)
    const { user_id, profile_id } = await rows.db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', jobId)
      .executeTakeFirstOrThrow()
    const { time, late_ms, took_ms, version, ...facts } = line
    assert.deepEqual(facts, {
      level: info,
      msg: 'job ended',
      role: 'start',
      job_id: jobId,
      post_id: id,
      user_id,
      profile_id,
      platform: 'x',
      environment: 'live',
      outcome: 'completed',
      attempts: 1,
    })
    assert.ok(Number(late_ms) >= 0 && Number(took_ms) >= 0 && typeof version === 'string' && time !== undefined)

    await simulated.fault('x', { operation: 'create', kind: 'rate_limit' })
    const [retried = 0] = (await post()).jobIds
    const outcomes = await ended(retried, 'retrying', 'completed')
    assert.deepEqual(
      outcomes.map(({ outcome, error }) => [outcome, error]),
      [
        ['retrying', 'rate_limited'],
        ['completed', undefined],
      ],
    )

    await simulated.fault('x', { operation: 'create', kind: 'duplicate' })
    const [refused = 0] = (await post()).jobIds
    const [failed] = await ended(refused, 'failed')
    assert.deepEqual([failed?.outcome, failed?.error], ['failed', 'duplicate_content'])

    const later = await post({ scheduled_at: inDays(3) })
    await owner('POST', `/jobs/${later.jobIds[0]}/cancel`)
    const [stopped] = await ended(later.jobIds[0] ?? 0, 'cancelled')
    assert.equal(stopped?.outcome, 'cancelled')
    const deleted = await post({ scheduled_at: inDays(4) })
    await owner('DELETE', `/posts/${deleted.id}`)
    await ended(deleted.jobIds[0] ?? 0, 'cancelled')

    const all = lines('job ended').map(({ outcome }) => outcome)
    const count = (outcome: string) =>
      metric(`polypost_jobs_ended_total{platform="x",environment="live",outcome="${outcome}"}`)
    for (const outcome of ['completed', 'retrying', 'failed', 'cancelled'])
      assert.equal(await count(outcome), all.filter((one) => one === outcome).length, outcome)
    assert.equal(await metric('polypost_job_failures_total{platform="x",error="duplicate_content"}'), 1)
    assert.equal(await metric('polypost_job_seconds_count{platform="x"}'), 3)
  })

  test('each call that a platform refuses or does not answer is one line, with what it was for', async () => {
    const before = lines('platform call failed').length
    const limited = (await metric('polypost_platform_limited_total{platform="x"}')) ?? 0
    await simulated.fault('x', { operation: 'create', kind: 'rate_limit' })
    await ended((await post()).jobIds[0] ?? 0, 'retrying', 'completed')
    await simulated.fault('x', { operation: 'create', kind: 'reset' })
    await ended((await post()).jobIds[0] ?? 0, 'completed')
    const failed = lines('platform call failed').slice(before)
    assert.deepEqual(
      failed.map(({ level, role, platform, operation, status }) => ({ level, role, platform, operation, status })),
      [429, null].map((status) => ({ level: warn, role: 'start', platform: 'x', operation: 'commit', status })),
    )
    assert.ok(failed.every(({ took_ms }) => Number(took_ms) >= 0))
    const calls = (status: string) =>
      metric(`polypost_platform_calls_total{platform="x",operation="commit",status="${status}"}`)
    const seen = lines('platform call failed').filter(({ operation }) => operation === 'commit')
    assert.equal(await calls('none'), seen.filter(({ status }) => status === null).length)
    assert.equal(await calls('4xx'), seen.filter(({ status }) => Number(status) >= 400).length)
    assert.ok(Number(await calls('2xx')) > 0)
    assert.equal(await metric('polypost_platform_limited_total{platform="x"}'), limited + 1)
  })

  test('a delivery that failed for the last time is one line', async () => {
    const id = await createWebhook({ ask: owner }, { url: receiver.url, events: ['post.published'] })
    await post()
    const delivery = await eventually('it was tried', () =>
      rows.db
        .selectFrom('deliveries')
        .select(['id', 'event'])
        .where('webhook_id', '=', id)
        .where('status', '=', 'retrying')
        .executeTakeFirst(),
    )
    await rows.change((db) =>
      db.updateTable('deliveries').set({ attempts: 7, due_at: 1 }).where('id', '=', delivery.id).execute(),
    )
    const [line, ...others] = await eventually('it has failed', () => {
      const told = lines('delivery failed')
      return told.length > 0 && told
    })
    assert.ok(line && others.length === 0)
    const { level, delivery_id, webhook_id, event, status, error } = line
    assert.deepEqual(
      { level, delivery_id, webhook_id, event, status, error },
      {
        level: warn,
        delivery_id: delivery.id,
        webhook_id: id,
        event: delivery.event,
        status: 500,
        error: 'http_error',
      },
    )
    assert.equal(await metric('polypost_deliveries_ended_total{outcome="failed"}'), 1)
    assert.ok(Number(await metric('polypost_deliveries_ended_total{outcome="retrying"}')) >= 1)
    await owner('DELETE', `/webhooks/${id}`)
  })

  test('each refused sign-in is one line with its kind, and without who it was', async () => {
    const { ask } = openBrowser(running.base)
    const body = { email: `${secret}@acme.example`, password: `${secret} password` }
    assert.equal((await ask('POST', '/session', { body })).status, 403)
    assert.equal((await ask('POST', '/session', { body: { token: `${secret}-${'t'.repeat(30)}` } })).status, 403)
    const told = await eventually(
      'both are told',
      () => lines('sign-in refused').length === 2 && lines('sign-in refused'),
    )
    assert.deepEqual(
      told.map(({ level, kind }) => [level, kind]),
      [
        [warn, 'password'],
        [warn, 'link'],
      ],
    )
    assert.ok(told.every(({ request_id }) => typeof request_id === 'string'))
    assert.equal(await metric('polypost_sign_ins_refused_total{kind="password"}'), 1)
  })

  test('no line at any level has a text, a token, a password or an address of media', async () => {
    const image = png
    const upload = await announce(owner, 'image/png', image.length)
    await put(upload, image)
    const { jobIds } = await post({ media: [{ storageKey: upload.storageKey, alt_text: `The ${secret} picture` }] })
    await ended(jobIds[0] ?? 0, 'completed')
    await simulated.fault('x', { operation: 'create', kind: 'server_error' })
    await ended((await post()).jobIds[0] ?? 0, 'completed')
    const output = running.output()
    assert.doesNotMatch(output, new RegExp(secret))
    assert.ok(!output.includes(upload.storageKey) && !output.includes(ownerKey))
    assert.doesNotMatch(output, /authorization|bearer/i)
    const sent = (await simulated.requests('x')).flatMap(({ headers }) => headers.authorization ?? [])
    assert.ok(sent.length > 0)
    for (const header of sent) assert.ok(!output.includes(header.split(' ')[1] ?? header))
    assert.ok(lines('request').every(({ path }) => path === undefined))
  })
})
