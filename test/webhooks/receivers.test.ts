import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { docsReceiver } from '../harness/example.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { openRows, type Rows } from '../harness/rows.ts'
import { always, drips, endpoint, wholeRequest } from '../harness/servers/endpoints.ts'
import { certificate } from '../harness/servers/origin.ts'
import { receiverEnv } from '../harness/servers/receiver.ts'
import {
  answering,
  type Case,
  type Delivery,
  delivered,
  type Ending,
  lookups,
  mebibyte,
  opened,
  type Run,
} from './receiver-case.ts'
import { cases } from './receiver-cases.ts'

setDefaultCACertificates([...getCACertificates('default'), certificate('authority.pem')])

const mostMemory = 300 * mebibyte
/** Generous: eight attempts that each wait for their timeout, on a busy machine. */
const patience = 120_000 // milliseconds
/** A lease of more than 7 seconds: a busy machine must not interrupt an attempt. */
const timeScale = '4'
const env = { ...receiverEnv, POLYPOST_ALLOW_PRIVATE_ADDRESSES: opened, POLYPOST_TIME_SCALE: timeScale }
const ended = ['delivered', 'failed', 'cancelled']

onEachDatabase((kind) => {
  let instance: Instance
  let rows: Rows
  let hurry: NodeJS.Timeout
  let memory: { readonly before: number; most: number }
  const runs = new Map<string, Run>()
  const impatient: number[] = []
  const table = cases()

  before(async () => {
    instance = await startInstance(kind, { env, lookup: lookups() })
    rows = await openRows(instance.data)
    memory = { before: process.memoryUsage.rss(), most: 0 }
    hurry = setInterval(() => {
      memory.most = Math.max(memory.most, process.memoryUsage.rss())
      skipPauses().catch(() => {})
    }, 50)
    // All at once: a hanging endpoint must not delay the others.
    await Promise.all(table.map(async (one) => runs.set(one.what, await begin(one))))
  })
  after(async () => {
    clearInterval(hurry)
    await rows.close()
    await instance.stop()
    await Promise.all([...runs.values()].map(({ endpoint }) => endpoint.stop()))
  })

  async function skipPauses(): Promise<void> {
    const lanes = [0, ...impatient].map((id) => `webhook:${id}`)
    await rows.change((db) => db.updateTable('endpoints').set({ paused_until: 0 }).where('lane', 'in', lanes).execute())
    await rows.change((db) =>
      db
        .updateTable('deliveries')
        .set({ due_at: 1 })
        .where('lane', 'in', lanes)
        .where('status', '=', 'retrying')
        .where('due_at', '>', Date.now())
        .execute(),
    )
  }

  async function begin({ make, patient, act }: Case): Promise<Run> {
    const [{ ask }, endpoint] = await Promise.all([instance.newUser(), make()])
    const { id, secret } = (await ask('POST', '/webhooks', { body: { url: endpoint.url } })).body
    const deliveries = async () => (await ask('GET', `/webhooks/${id}/deliveries`)).body.deliveries
    const run = { endpoint, ask, id, secret, rows, deliveries }
    if (!patient) impatient.push(id)
    assert.equal((await ask('POST', `/webhooks/${id}/test`)).status, 200)
    if (act) {
      await eventually('the first request is there', () => endpoint.requests.length > 0)
      await act(run)
    }
    return run
  }

  for (const { what, ends, check } of table)
    test(`a delivery ends ${ends.status} after ${ends.history.length}: ${what}`, async () => {
      const run = runs.get(what) ?? assert.fail('it was not begun')
      const isEnded = async () => {
        const [newest] = await run.deliveries()
        return newest && ended.includes(newest.status) && newest
      }
      const delivery = await eventually('the delivery has ended', isEnded, Date.now() + patience)
      assert.deepEqual(shortOf(delivery), { status: ends.status, history: ends.history })
      assertConsistent(delivery, ends)
      assert.equal(run.endpoint.requests.length, ends.requests ?? ends.history.length)
      await check?.(run)
      await eventually('its connections are gone', () => run.endpoint.open() === 0)
    })

  test('none of them has used much memory, and a healthy endpoint still receives events immediately', async () => {
    assert.ok(memory.most - memory.before < mostMemory, `${(memory.most - memory.before) / mebibyte} MiB`)
    const run = await begin({ what: 'the last', make: () => answering(200), ends: delivered(200) })
    runs.set('the last', run)
    await eventually('it is told', () => run.endpoint.requests.length === 1)
  })

  test('everything that was sent passes the checks of other libraries and of the documented receivers', async () => {
    const takes = await docsReceiver()
    const sent = [...runs.values()].flatMap(({ endpoint, secret }) =>
      endpoint.received().flatMap((text) => wholeRequest(text).map((request) => ({ ...request, secret }))),
    )
    assert.ok(sent.length > table.length, `${sent.length} requests`)
    for (const { headers, body, secret } of sent) {
      new SvixWebhook(secret).verify(body, headers)
      new StandardWebhook(secret).verify(body, headers)
      assert.equal(takes(body, headers['x-service-payload-signature'], secret).event_id, headers['webhook-id'])
    }
    const ids = [...runs.values()].map(({ endpoint }) => endpoint.received().flatMap(wholeRequest).map(idOf))
    for (const one of ids) assert.ok(new Set(one).size <= 2, 'each attempt has the same event_id')
  })

  test('endpoints that should receive nothing more received nothing more', () => {
    for (const { what, ends } of table)
      assert.equal(runs.get(what)?.endpoint.requests.length, ends.requests ?? ends.history.length, what)
  })
})

test('a slow response body holds its connection only for a moment, not until the timeout', async (t) => {
  const instance = await startInstance('sqlite', { env: receiverEnv })
  let letters = 0
  const dripping = await endpoint(
    always((socket, head) => {
      drips(socket, head)
      socket.once('close', () => (letters = socket.bytesWritten))
    }),
  )
  t.after(async () => {
    await instance.stop()
    await dripping.stop()
  })
  const { id } = (await instance.owner('POST', '/webhooks', { body: { url: dripping.url } })).body
  await instance.owner('POST', `/webhooks/${id}/test`)
  await eventually('it is delivered', async () => {
    const [one] = (await instance.owner('GET', `/webhooks/${id}/deliveries`)).body.deliveries
    return one.status === 'delivered'
  })
  // Until the timeout of 15 seconds it would send 750. The clock is not asked, because the machine may be busy.
  assert.ok(await eventually('the connection is closed', () => letters))
  assert.ok(letters < 500, `${letters} letters were sent`)
})

const idOf = ({ headers }: { headers: Readonly<Record<string, string>> }) => headers['webhook-id']

const shortOf = ({ status, attempt_history }: Delivery) => ({
  status,
  history: attempt_history.map(({ status_code, error_code }) => [status_code, error_code]),
})

/** The API's fields of an ended delivery are consistent. */
function assertConsistent(delivery: Delivery, { history, lastError }: Ending): void {
  const attempts = delivery.attempt_history
  const last = history.at(-1)
  assert.equal(delivery.attempts, history.length)
  assert.deepEqual(
    attempts.map(({ attempt_number }) => attempt_number),
    history.map((_, index) => index + 1),
  )
  for (const { started_at, finished_at } of attempts) assert.ok(started_at <= finished_at)
  assert.equal(delivery.next_attempt_at, null)
  assert.equal(delivery.delivered_at !== null, delivery.status === 'delivered')
  assert.deepEqual([delivery.last_status_code, delivery.last_error_code], [last?.[0], lastError ?? last?.[1]])
}
