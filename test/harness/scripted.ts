import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import { after } from 'node:test'
import type { Json } from '../../src/domain/outcome.ts'
import { createHttpClient } from '../../src/outbound/http-client.ts'
import type { StepContext } from '../../src/platforms/shared/context.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'

/** A request as it arrived. */
export interface ScriptedCall {
  /** Method and path, without the query. */
  readonly call: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is a string or bytes. */
  readonly body?: unknown
}

export type Script = (asked: ScriptedCall, index: number, origin: string) => Reply

/** Differences from a context in which nothing has happened yet. */
interface Given extends Partial<StepContext> {
  /** Results of earlier steps, by name. */
  readonly results?: Readonly<Record<string, Json>>
  readonly files?: Readonly<Record<string, Buffer>>
}

export interface ScriptedServer {
  readonly origin: string
  readonly asked: readonly ScriptedCall[]
  /** Everything that a step stored, in order. */
  readonly saved: readonly Json[]
  readonly context: (given?: Given) => StepContext
}

/** A server with scripted responses, and the context of a step that uses it as its platform. */
export async function scripted(
  script: Script,
  platform: (origin: string) => Given & Pick<StepContext, 'hosts' | 'account' | 'credentials'>,
): Promise<ScriptedServer> {
  const asked: ScriptedCall[] = []
  const saved: Json[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const { pathname: path, searchParams } = new URL(request.url ?? '', origin)
    const one = {
      call: `${request.method} ${path}`,
      path,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: Buffer.concat(pieces),
    }
    const { status = 200, headers = {}, body = '' } = script(one, asked.push(one) - 1, origin)
    const isPlain = typeof body === 'string' || Buffer.isBuffer(body)
    response.writeHead(status, { 'content-type': isPlain ? 'text/html' : 'application/json', ...headers })
    response.end(isPlain ? body : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const origin = `http://127.0.0.1:${address.port}`
  const client = createHttpClient({ exceptions: ['127.0.0.0/8'] })

  const context = (given: Given = {}): StepContext => {
    const { results = {}, files = {}, ...changes } = { ...platform(origin), ...given }
    const bytesOf = (file: string) => files[file] ?? assert.fail(`no file ${file}`)
    return {
      // The public sites of a test are on the same server, under their names.
      http: { request: (request) => client.request({ ...request, url: atHome(request.url, origin) }) },
      settings: {},
      app: null,
      clock: systemClock,
      log: createLog({ level: 'silent', pretty: false }),
      read: async function* ({ file }, { start, end } = { start: 0 }) {
        yield bytesOf(file).subarray(start, end)
      },
      readImage: async ({ file }) => bytesOf(file),
      jpegOf: async ({ file }) => bytesOf(file),
      hostImage: async () => 'https://media.example/made.jpg',
      result: (step, schema) => schema.parse(results[step] ?? null),
      saved: null,
      save: async (state) => {
        saved.push(state)
      },
      ...changes,
    }
  }
  return { origin, asked, saved, context }
}

/** A request for `http://news.test/a` reaches the scripted server as `/news.test/a`. */
function atHome(address: string | URL, origin: string): URL {
  const url = new URL(address)
  return url.hostname.endsWith('.test') ? new URL(`${origin}/${url.hostname}${url.pathname}${url.search}`) : url
}
