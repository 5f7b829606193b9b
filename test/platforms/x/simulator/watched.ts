import assert from 'node:assert/strict'
import { simulator } from '../../../../src/sandbox/platforms/x/index.ts'
import type {
  SimulatedReply,
  SimulatedRequest,
  SimulatedRoute,
  Simulator,
} from '../../../../src/sandbox/shared/simulator.ts'
import type { Exchange } from '../../../harness/openapi-check.ts'
import { xFaults } from '../spec/check.ts'

/** Accepted requests must match X's files; all responses must, including errors. */
export function assertValid(exchange: Exchange): void {
  const { request, answer } = xFaults(exchange)
  const about = `${exchange.method} ${exchange.path}?${exchange.query} → ${exchange.status}`
  if (exchange.status < 300) assert.deepEqual(request, [], `the request ${about} ${JSON.stringify(exchange.body)}`)
  // A gateway refuses a request that is too large; the files do not describe this.
  if (exchange.status !== 413) assert.deepEqual(answer, [], `the answer ${about} ${JSON.stringify(exchange.answer)}`)
}

/** The simulated X, which stores all calls, and has a call that makes metrics grow. */
export function watchedSimulator(exchanges: Exchange[]): Simulator {
  const keep = (request: SimulatedRequest, reply: SimulatedReply): SimulatedReply => {
    if (!request.path.startsWith('/2/oauth2/')) exchanges.push(exchangeOf(request, reply))
    return reply
  }
  const routes = simulator.routes.map((route): SimulatedRoute => {
    if (route.host !== 'api') return route
    return { ...route, handle: async (request, world) => keep(request, await route.handle(request, world)) }
  })
  const refusals = Object.entries(simulator.refusals).map(([name, refuse]) => [
    name,
    (...given: Parameters<typeof refuse>) => keep(given[0], refuse(...given)),
  ])
  return { ...simulator, routes: [...routes, growRoute], refusals: Object.fromEntries(refusals) }
}

const growRoute: SimulatedRoute = {
  method: 'POST',
  host: 'api',
  path: '/grow',
  operation: null,
  handle: (_, world) => {
    simulator.grow?.(world)
    return { status: 200, body: {} }
  },
}

function exchangeOf(request: SimulatedRequest, { status, headers, body }: SimulatedReply): Exchange {
  const type = request.headers['content-type'] ?? null
  const isForm = type?.startsWith('multipart/') === true
  return {
    method: request.method,
    path: request.path,
    query: request.query,
    type,
    body: isForm ? fieldsOf(request) : request.size === 0 ? undefined : request.json(),
    status,
    answerType: headers?.['content-type'] ?? 'application/json',
    answer: body,
  }
}

/** For the file's schema, the bytes of a file count as text. */
const fieldsOf = (request: SimulatedRequest): Record<string, string> =>
  Object.fromEntries(request.parts().map(({ name, bytes }) => [name, name === 'media' ? 'bytes' : bytes.toString()]))
