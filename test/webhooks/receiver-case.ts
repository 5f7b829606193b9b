import assert from 'node:assert/strict'
import type { Lookup } from '../../src/outbound/http-client.ts'
import { eventually } from '../harness/eventually.ts'
import type { User } from '../harness/instance.ts'
import type { Rows } from '../harness/rows.ts'
import { always, type Endpoint, endpoint, type flood, inTurn, says } from '../harness/servers/endpoints.ts'

/** Also on this machine, but not allowed by the settings. */
const closed = '127.0.0.2'
export const opened = '127.0.0.1/32'

/** One name resolves here, one only the first time, and all others do not resolve. */
export function lookups(): Lookup {
  const rebound = ['127.0.0.1']
  return async (name) => {
    if (name === 'origin.test') return ['127.0.0.1']
    if (name === 'rebound.test') return [rebound.pop() ?? closed]
    throw new Error(`There is no ${name}.`)
  }
}

export type Attempt = readonly [status: number | null, error: string | null]

/** How a delivery ends: its status, and the result of each attempt. */
export interface Ending {
  readonly status: 'delivered' | 'failed' | 'cancelled'
  readonly history: readonly Attempt[]
  /** If it differs from that of the last attempt. */
  readonly lastError?: string
  /** The number of requests received; by default that of the attempts. */
  readonly requests?: number
}

export interface Case {
  readonly what: string
  readonly make: () => Promise<Endpoint>
  readonly ends: Ending
  /** Waits for the real pauses between attempts, which other cases skip. */
  readonly patient?: true
  /** Runs after its first request has arrived. */
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
/** Far more than a connection buffers, and far less than an endless response would send. */
const mostTaken = 32 * mebibyte
const all = 8
/** Nothing happens automatically within this time. */
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

/** The first delivery; the second is cancelled with it. */
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

/** The second result of the name is a receiver, too, if the machine has the address. */
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

/** `when` is at least 2 seconds, which is longer than the default pause. */
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

/** Waits until the first attempt has failed. */
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
