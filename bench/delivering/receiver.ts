import { createServer, type IncomingMessage } from 'node:http'

/**
 * What is told to webhooks, in a process of its own: `/hanging/…` never answers, every other path does so at once. `GET`
 * gives when each event first came to each path, and forgets it.
 */
let arrivals = new Map<string, number>()

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify([...arrivals]))
    arrivals = new Map()
    return
  }
  const at = Date.now()
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
