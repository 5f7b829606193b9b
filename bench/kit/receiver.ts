import { createServer, type IncomingMessage } from 'node:http'

/**
 * A receiver of webhooks in its own process. `/hanging/…` never responds, every other path responds at once. `GET` returns
 * when each event first arrived at each path, and deletes this record.
 */
let arrivals = new Map<string, number>()

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify([...arrivals]))
    arrivals = new Map()
    return
  }
  // A part of a millisecond counts: deliveries are few milliseconds late.
  const at = performance.timeOrigin + performance.now()
  const id = `${request.url} ${request.headers['webhook-id']}`
  if (!(await isWhole(request))) return
  if (!arrivals.has(id)) arrivals.set(id, at)
  if (!request.url?.startsWith('/hanging')) response.writeHead(204).end()
}).listen(Number(process.env.PORT), '127.0.0.1')

async function isWhole(request: IncomingMessage): Promise<boolean> {
  try {
    for await (const _piece of request);
    return true
  } catch {
    return false
  }
}

process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
