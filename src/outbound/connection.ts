import { dial, type Network } from './dial.ts'
import { OutboundFault } from './fault.ts'
import type { Connection } from './reusable-connections.ts'
import type { Watch } from './watch.ts'

const maxHeaderBytes = 32 * 1024

/** A service at rest does not need it, so it is loaded with the first request. */
let undici: Promise<typeof import('undici')> | undefined

export async function connect(url: URL, network: Network, watch: Watch): Promise<Connection> {
  undici ??= import('undici')
  const since = performance.now()
  const socket = await dial(url, network, watch)
  const { Client } = await undici
  const client = new Client(url.origin, {
    // It asks again when this connection is lost. It would not notice an answer during the call.
    connect: (_, answer) => queueMicrotask(() => (socket.destroyed ? answer(lost(), null) : answer(null, socket))),
    maxHeaderSize: maxHeaderBytes,
    // The watch has its own timers.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return { client, socket, since }
}

const lost = () => new OutboundFault('reset', 'The connection was lost before the request was sent.')
