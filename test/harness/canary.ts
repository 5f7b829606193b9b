import { networkInterfaces } from 'node:os'
import type { FaultKind, Lookup } from '../../src/outbound/http-client.ts'
import { answer, type Origin, startOrigin } from './origin.ts'

/** Listeners where nobody from outside may ever get to. They count who does. */
export interface Canaries {
  /** Ports that they hold on every loopback address of the machine. */
  readonly ports: readonly number[]
  readonly count: number
  readonly stop: () => Promise<void>
}

const webPorts = [80, 443]

/** Null where the machine has no such address, or somebody else has the port. */
const canary = (host: string, port: number): Promise<Origin | null> =>
  startOrigin((socket) => socket.end(answer(200, {}, 'canary')), { host, port }).catch(() => null)

async function startCanaries(): Promise<Canaries> {
  const first = [await canary('127.0.0.1', 0), await canary('127.0.0.1', 0)].filter((one) => one !== null)
  const ports = first.map(({ port }) => port)
  // Not every machine has ::1, and not every user may have the ports of the web; there the kind of fault tells alone.
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

/** What a name leads to, lookup after lookup; the last answer stays. An error is an answer too. */
export type Answers = readonly (readonly string[] | Error)[]

export interface World {
  readonly canaries: Canaries
  /** Stands for the public internet: the operator opened this one address, and nothing beside it. */
  readonly address: string
  readonly exceptions: readonly string[]
  readonly origin: Origin
  /** Whatever has no answers here leads to the canaries. */
  readonly zone: Map<string, Answers>
  readonly lookups: readonly string[]
  readonly lookup: Lookup
  readonly stop: () => Promise<void>
}

export async function startWorld(): Promise<World> {
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

/** Linux has the whole of 127.0.0.0/8; on other systems an address of the machine in its own network has to do. */
async function startPublicPlace(): Promise<{ address: string; origin: Origin }> {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const others = own.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
  for (const address of ['127.0.0.2', ...others]) {
    const origin = await startOrigin((socket, head) => socket.end(redirecting(head)), { host: address }).catch(
      () => null,
    )
    if (origin) return { address, origin }
  }
  throw new Error('No address is left to stand for the public internet: this machine has only 127.0.0.1.')
}

/** The path under which the origin redirects to a place, whatever that consists of. */
export const redirectTo = (location: string, status = 302): string =>
  `/go/${status}/${Buffer.from(location, 'utf8').toString('base64url')}`

function redirecting(head: string): Buffer {
  const [, path = ''] = head.split(' ')
  const [, status, location] = /^\/go\/(\d+)\/([\w-]+)/.exec(path) ?? []
  if (!location) return answer(200, {}, 'public')
  const place = Buffer.from(location, 'base64url').toString('latin1')
  return answer(Number(status), { Location: place }, `<a href="${place}">Moved</a>`)
}

/** How an attempt ended, in the client’s words, and what was said of it. */
export interface Ending {
  readonly kind: FaultKind | 'reached'
  readonly message: string
}

/** A way by which somebody else’s address gets the service to make a connection. */
export interface Door {
  readonly name: string
  readonly followsRedirects: boolean
  readonly open: (surroundings: Surroundings) => Promise<OpenDoor>
}

export interface Surroundings {
  readonly exceptions: readonly string[]
  readonly lookup: Lookup
}

export interface OpenDoor {
  readonly knock: (url: string) => Promise<Ending>
  readonly close: () => Promise<void>
}
