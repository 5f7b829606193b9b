import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { OutboundFault } from './fault.ts'
import { type Exceptions, forbidden, hostOf, portOf, refusalOf } from './guard.ts'
import { ready } from './ready.ts'
import type { ReusableConnections } from './reusable-connections.ts'
import type { Secure } from './secure.ts'
import { timeoutFault, type Watch } from './watch.ts'

/** The addresses of a name, in the order in which they are tried. */
export type Lookup = (name: string) => Promise<readonly string[]>

/** The resolver of the operating system, including its hosts file. */
export const systemLookup: Lookup = async (name) =>
  (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address)

export interface Network {
  readonly exceptions: Exceptions
  readonly lookup: Lookup
  readonly secure: Secure
  readonly reusable: ReusableConnections | undefined
}

/** If a name has more addresses, only the first ones are tried. */
const maxDialled = 8

/**
 * The only place of the service that opens a connection. A name is looked up once, and the connection goes to the
 * address that was checked, so a name that changes its address after the check gains nothing.
 */
export async function dial(url: URL, { exceptions, lookup, secure }: Network, watch: Watch): Promise<Socket> {
  const host = hostOf(url)
  const port = portOf(url)
  watch.enter('lookup')
  const addresses = isIP(host) ? [host] : await resolve(host, lookup, watch.signal)

  const judged = addresses.map((address) => ({ address, refused: refusalOf(host, address, port, exceptions) }))
  const allowed = judged.filter(({ refused }) => refused === null).slice(0, maxDialled)
  const [first] = judged
  if (!first) throw new OutboundFault('dns', 'The name has no address.')
  if (allowed.length === 0) throw forbidden(first.refused ?? 'address', `${host} is ${addresses.join(', ')}`)

  // Each address has its own timer.
  watch.rest()
  const socket = await openFirst(
    allowed.map(({ address }) => address),
    port,
    watch,
  )
  if (url.protocol === 'http:') return socket
  watch.enter('tls')
  return secure(socket, { host, port }, watch.signal)
}

async function resolve(host: string, lookup: Lookup, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await Promise.race([lookup(host), aborted(signal)])
  } catch (error) {
    if (signal.aborted) throw error
    throw new OutboundFault('dns', 'The name could not be found.', { cause: error })
  }
}

/** A lookup cannot be cancelled; its result is ignored. */
async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

/** Tries the addresses one after the other. Each has its own share of the time. */
async function openFirst(addresses: readonly string[], port: number, watch: Watch): Promise<Socket> {
  const share = watch.timeouts.connect / addresses.length
  let fault: unknown
  for (const address of addresses) {
    try {
      return await open(address, port, share, watch.signal)
    } catch (error) {
      if (watch.signal.aborted) throw error
      fault = error
    }
  }
  if (fault instanceof OutboundFault) throw fault
  throw new OutboundFault('connect', 'The server refused the connection.', { cause: fault })
}

async function open(address: string, port: number, share: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host: address, port, autoSelectFamily: false, noDelay: true })
  const timer = setTimeout(() => socket.destroy(timeoutFault('connect', false)), share)
  try {
    return await ready(socket, 'connect', signal)
  } finally {
    clearTimeout(timer)
  }
}
