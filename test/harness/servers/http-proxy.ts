import { once } from 'node:events'
import { request as ask, createServer, type IncomingHttpHeaders } from 'node:http'

/** A proxy between Polypost and an HTTP server, which can lose or change messages. */
export interface HttpProxy {
  readonly url: string
  /** All requests with their responses, in order, including lost responses. */
  readonly passed: readonly ProxiedCall[]
  /** Sets the server that gets the requests. */
  readonly forwardTo: (url: string) => void
  /** The next request for this path takes effect, and the connection breaks instead of the response. */
  readonly loseNext: (path: string) => void
  readonly stop: () => Promise<void>
}

export interface ProxiedCall {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
}

/** `rewrite` may change the headers of a request. */
export async function startHttpProxy(
  rewrite: (path: string, headers: IncomingHttpHeaders) => IncomingHttpHeaders = (_, headers) => headers,
): Promise<HttpProxy> {
  const passed: ProxiedCall[] = []
  const losing: string[] = []
  let target = ''
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    const path = url.replace(/\?.*/, '')
    const headers = rewrite(path, request.headers)
    const onward = ask(`${target}${url}`, { method, headers, agent: false }, (answer) => {
      const status = answer.statusCode ?? 0
      const isLost = losing.includes(path)
      if (isLost) losing.splice(losing.indexOf(path), 1)
      else response.writeHead(status, answer.headers)
      answer.on('data', (bytes) => isLost || response.write(bytes))
      answer.on('end', () => {
        passed.push({ method, path, status })
        if (isLost) response.destroy()
        else response.end()
      })
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server is not listening.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    passed,
    forwardTo: (url) => {
      target = url
    },
    loseNext: (path) => {
      losing.push(path)
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
