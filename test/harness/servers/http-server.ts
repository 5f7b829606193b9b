import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/** A web server on loopback. If a handler fails, stopping the server reports it. */
export async function startHttp(handler: Handler): Promise<{ origin: string; stop: () => Promise<void> }> {
  const faults: unknown[] = []
  const server = createServer(async (request, response) => {
    try {
      await handler(request, response)
    } catch (error) {
      faults.push(error)
      response.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // A server that listens on TCP has an address of this type; only pipes have another.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      if (faults.length > 0) throw new AggregateError(faults, 'the handler failed')
    },
  }
}
