import { networkInterfaces } from 'node:os'
import type { FaultKind, Lookup } from '../../../src/outbound/http-client.ts'
import { answer, type Origin, startOrigin } from './origin.ts'

/** Listeners that no outgoing call may ever reach. They count the connections. */
export interface Canaries {
  /** The ports on which they listen, on every loopback address of the machine. */
  readonly ports: readonly number[]
  readonly count: number
  readonly stop: () => Promise<void>
}

const webPorts = [80, 443]

/** Null if the machine has no such address, or if another process uses the port. */
const canary = (host: string, port: number): Promise<Origin | null> =>
  startOrigin((socket) => socket.end(answer(200, {}, 'canary')), { host, port }).catch(() => null)

async function startCanaries(): Promise<Canaries> {
  const first = [await canary('127.0.0.1', 0), await canary('127.0.0.1', 0)].filter((one) => one !== null)
  const ports = first.map(({ port }) => port)
  // Some machines have no ::1, and some users may not use the ports 80 and 443. There only the kind of fault is checked.
  const more = await Promise.all([
    ...webPorts.map((port) => canary('127.0.0.1', port)),
    ...[...ports, ...webPorts].map((port) => canary('::1', port)),
  ])
  const all = [...first, ...more.filter((one) => one !== null)]
  return {
    ports,
    get count() {
      return all.reduce((sum, { connections }) => sum + connections, 0)
    },
    stop: async () => {
      await Promise.all(all.map(({ stop }) => stop()))
    },
  }
}

/** The results of a name, one per lookup; the last one repeats. A result can be an error. */
export type Answers = readonly (readonly string[] | Error)[]

export interface TestNetwork {
  readonly canaries: Canaries
  /** Represents the public internet: the operator allowed this one address, and no other. */
  readonly address: string
  readonly exceptions: readonly string[]
  readonly origin: Origin
  /** A name without results here resolves to the canaries. */
  readonly zone: Map<string, Answers>
  readonly lookups: readonly string[]
  readonly lookup: Lookup
  readonly stop: () => Promise<void>
}

export async function startTestNetwork(): Promise<TestNetwork> {
  const [canaries, { address, origin }] = await Promise.all([startCanaries(), startPublicPlace()])
  const zone = new Map<string, Answers>()
  const lookups: string[] = []
  const lookup: Lookup = async (name) => {
    const before = lookups.filter((one) => one === name).length
    lookups.push(name)
    const answers = zone.get(name) ?? [['127.0.0.1', '::1']]
    const found = answers[Math.min(before, answers.length - 1)] ?? []
    if (found instanceof Error) throw found
    return found
  }
  return {
    canaries,
    address,
    exceptions: [`${address}/32`],
    origin,
    zone,
    lookups,
    lookup,
    stop: async () => {
      await Promise.all([origin.stop(), canaries.stop()])
    },
  }
}

/** Linux has all of 127.0.0.0/8. On other systems, this is an address of the machine in its own network. */
async function startPublicPlace(): Promise<{ address: string; origin: Origin }> {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const others = own.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
  for (const address of ['127.0.0.2', ...others]) {
    const origin = await startOrigin((socket, head) => socket.end(redirecting(head)), { host: address }).catch(
      () => null,
    )
    if (origin) return { address, origin }
  }
  throw new Error('This machine has only 127.0.0.1, so no address can represent the public internet.')
}

/** The path at which the origin redirects to a target, which may be any text. */
export const redirectTo = (location: string, status = 302): string =>
  `/go/${status}/${Buffer.from(location, 'utf8').toString('base64url')}`

function redirecting(head: string): Buffer {
  const [, path = ''] = head.split(' ')
  const [, status, location] = /^\/go\/(\d+)\/([\w-]+)/.exec(path) ?? []
  if (!location) return answer(200, {}, 'public')
  const place = Buffer.from(location, 'base64url').toString('latin1')
  return answer(Number(status), { Location: place }, `<a href="${place}">Moved</a>`)
}

/** How an attempt ended: the client’s result and the message. */
export interface Ending {
  readonly kind: FaultKind | 'reached'
  readonly message: string
}

/** A feature that makes the service connect to an address of a user. */
export interface CallingFeature {
  readonly name: string
  readonly followsRedirects: boolean
  readonly open: (settings: NetworkSettings) => Promise<RunningFeature>
}

export interface NetworkSettings {
  readonly exceptions: readonly string[]
  readonly lookup: Lookup
}

export interface RunningFeature {
  readonly call: (url: string) => Promise<Ending>
  readonly close: () => Promise<void>
}
