import assert from 'node:assert/strict'
import { simulator } from '../../src/sandbox/platforms/x/index.ts'
import type { SimulatedReply, SimulatedRequest, SimulatedRoute, Simulator } from '../../src/sandbox/shared/simulator.ts'
import { xFaults } from '../platforms/specs/x/check.ts'
import type { Exchange } from './openapi-check.ts'

/** What X takes has to be what its files allow; every answer has to, also to what X refuses. */
export function assertValid(exchange: Exchange): void {
  const { request, answer } = xFaults(exchange)
  const about = `${exchange.method} ${exchange.path}?${exchange.query} → ${exchange.status}`
  if (exchange.status < 300) assert.deepEqual(request, [], `the request ${about} ${JSON.stringify(exchange.body)}`)
  // What is too large a gateway refuses, of which the files do not speak.
  if (exchange.status !== 413) assert.deepEqual(answer, [], `the answer ${about} ${JSON.stringify(exchange.answer)}`)
}

/** The simulated X, all of whose calls are kept; and with a call that lets it grow. */
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

/** The bytes of a file are what any text is to the file's schema. */
const fieldsOf = (request: SimulatedRequest): Record<string, string> =>
  Object.fromEntries(request.parts().map(({ name, bytes }) => [name, name === 'media' ? 'bytes' : bytes.toString()]))
