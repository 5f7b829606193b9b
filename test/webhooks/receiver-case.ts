import assert from 'node:assert/strict'
import type { Lookup } from '../../src/outbound/http-client.ts'
import { always, type Endpoint, endpoint, type flood, inTurn, says } from '../harness/endpoints.ts'
import { eventually } from '../harness/eventually.ts'
import type { User } from '../harness/instance.ts'
import type { Rows } from '../harness/rows.ts'

/** Of this machine, too, but not opened by the settings. */
const closed = '127.0.0.2'
export const opened = '127.0.0.1/32'

/** One name leads here, one does so only the first time, and all others lead nowhere. */
export function lookups(): Lookup {
  const rebound = ['127.0.0.1']
  return async (name) => {
    if (name === 'origin.test') return ['127.0.0.1']
    if (name === 'rebound.test') return [rebound.pop() ?? closed]
    throw new Error(`There is no ${name}.`)
  }
}

export type Attempt = readonly [status: number | null, error: string | null]

/** How a delivery ends: its status, and how each attempt went. */
export interface Ending {
  readonly status: 'delivered' | 'failed' | 'cancelled'
  readonly history: readonly Attempt[]
  /** Where it is not that of the last attempt. */
  readonly lastError?: string
  /** How many are seen; as many as attempts, if nothing else is said. */
  readonly requests?: number
}

export interface Case {
  readonly what: string
  readonly make: () => Promise<Endpoint>
  readonly ends: Ending
  /** Waits out the pauses between its attempts, which are skipped for the others. */
  readonly patient?: true
  /** What is done once its first request has come. */
  readonly act?: (run: Run) => Promise<void>
  readonly check?: (run: Run) => Promise<void> | void
}

export interface Run {
  readonly endpoint: Endpoint
  readonly ask: User['ask']
  readonly id: number
  readonly secret: string
  readonly rows: Rows
  /** Newest first. */
  readonly deliveries: () => Promise<readonly Delivery[]>
}

export interface Delivery {
  readonly status: string
  readonly attempts: number
  readonly next_attempt_at: string | null
  readonly last_status_code: number | null
  readonly last_error_code: string | null
  readonly delivered_at: string | null
  readonly attempt_history: readonly {
    readonly attempt_number: number
    readonly started_at: string
    readonly finished_at: string
    readonly status_code: number | null
    readonly error_code: string | null
  }[]
}

export const second = 1_000
export const day = 86_400 * second
export const mebibyte = 1024 * 1024
/** Far more than what a connection holds on its way, and far less than an endless answer would have sent. */
const mostTaken = 32 * mebibyte
const all = 8
/** Nothing comes by itself for so long. */
export const later = { 'Retry-After': '3600' }

export const failed = (status: number | null, error: string): Ending => ({
  status: 'failed',
  history: Array.from({ length: all }, () => [status, error] as const),
})
export const delivered = (status: number, ...before: Attempt[]): Ending => ({
  status: 'delivered',
  history: [...before, [status, null]],
})
export const refused = (status: number): Attempt => [status, 'http_error']

export const answering = (status: number, headers = {}, body: string | Uint8Array = '') =>
  endpoint(always(says(status, headers, body)))
export const secure = (file: string) => endpoint(always(says(200)), { name: 'origin.test', certificate: file })

/** The first one; with it the other goes, too. */
const together = (first: Endpoint, other: Endpoint): Endpoint => ({
  ...first,
  stop: async () => {
    await Promise.all([first.stop(), other.stop()])
  },
})

export const redirecting = (status: number): Case => {
  let target: Endpoint
  return {
    what: `${status}`,
    make: async () => {
      target = await answering(200)
      return together(await answering(status, { Location: target.url }), target)
    },
    ends: failed(status, 'http_error'),
    check: () => assert.equal(target.connections(), 0),
  }
}

/** What it leads to the second time is a receiver, too, where the machine has the address. */
export const rebinding = (): Case => {
  let inner: Endpoint | null
  return {
    what: 'a name that leads elsewhere the second time',
    make: async () => {
      const outer = await endpoint(always(says(500)), { name: 'rebound.test' })
      const port = Number(new URL(outer.url).port)
      inner = await endpoint(always(says(200)), { host: closed, port }).catch(() => null)
      return inner ? together(outer, inner) : outer
    },
    ends: { status: 'failed', history: [refused(500), ...failed(null, 'network_error').history.slice(1)], requests: 1 },
    check: () => assert.equal(inner?.connections() ?? 0, 0),
  }
}

/** `when` is 2 seconds at least, which is more than the pause that there would be anyway. */
export const waitsFor = (status: number, when: () => string): Case => ({
  what: `${status} with Retry-After, and then 200`,
  make: () => endpoint(inTurn((socket, head) => says(status, { 'Retry-After': when() })(socket, head), says(200))),
  patient: true,
  ends: delivered(200, refused(status)),
  check: ({ endpoint: { requests } }) => {
    const [first = 0, next = 0] = requests
    assert.ok(next - first >= 2 * second, `it came again after ${next - first} ms`)
  },
})

/** Until its first attempt has failed. */
export const isWaiting = ({ deliveries }: Run) =>
  eventually('it is to be sent again', async () => (await deliveries())[0]?.status === 'retrying')

const webhookOf = async ({ ask, id }: Run) => {
  const { webhooks } = (await ask('GET', '/webhooks')).body.data
  return webhooks.find((one: { id: number }) => one.id === id)
}

export const isDisabled = async (run: Run, reason: string) => {
  assert.equal((await webhookOf(run)).disabled_reason, reason)
  const { warnings } = (await run.ask('GET', '/settings')).body.data
  assert.ok(warnings.some(({ code }: { code: string }) => code === 'webhook_disabled'))
  assert.equal((await run.ask('POST', `/webhooks/${run.id}/test`)).status, 409)
}

export const greedy = (what: string, { script, sent }: ReturnType<typeof flood>): Case => ({
  what,
  make: () => endpoint(always(script)),
  ends: delivered(200),
  check: () => assert.ok(sent() < mostTaken, `${sent()} bytes were sent`),
})
