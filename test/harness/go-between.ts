import { once } from 'node:events'
import { request as ask, createServer, type IncomingHttpHeaders } from 'node:http'

/** Stands between Polypost and a server of HTTP, and passes on what each says to the other, or almost. */
export interface GoBetween {
  readonly url: string
  /** What was asked for and answered, in order; also where the answer was lost on its way. */
  readonly passed: readonly Passed[]
  /** Where requests go. */
  readonly leadTo: (url: string) => void
  /** The next request for this path has its effect, and whoever sent it sees the connection break instead of the answer. */
  readonly loseNext: (path: string) => void
  readonly stop: () => Promise<void>
}

export interface Passed {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
}

/** `rewrite` may change the headers of a request on its way. */
export async function startGoBetween(
  rewrite: (path: string, headers: IncomingHttpHeaders) => IncomingHttpHeaders = (_, headers) => headers,
): Promise<GoBetween> {
  const passed: Passed[] = []
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
  if (address === null || typeof address === 'string') throw new Error('It listens nowhere.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    passed,
    leadTo: (url) => {
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
