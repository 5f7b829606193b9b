import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../../system/clock.ts'
import type { Log } from '../../system/log.ts'
import type { World } from '../shared/simulator.ts'
import { type Control, type ControlAnswer, controlPath, createControl } from './control.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { openFaults } from './faults.ts'
import { startGrowth } from './growth.ts'
import { openLedger } from './ledger.ts'
import { hold, type Listener, listen, listener, send } from './listen.ts'
import { isFromOtherSite, isPassedOn } from './other-site.ts'
import { indexPage } from './post-pages.ts'
import { readRequest } from './read-request.ts'
import { answered, shownPage } from './reply.ts'
import { createSimulation, findSimulation, type SandboxPlatform, type Simulation } from './simulation.ts'
import { openStore } from './store.ts'
import type { SandboxContext } from './world.ts'

export interface SandboxOptions {
  readonly platforms: readonly SandboxPlatform[]
  /** Where everything is kept; null: in memory. */
  readonly file: string | null
  /** 0: any that is free. */
  readonly port: number
  /** Divides every delay of the platforms. */
  readonly scale: number
  /** Whether comments and metrics appear automatically. */
  readonly growth: boolean
  /** How the platforms fetch an address that an app sends; without it they get nothing. */
  readonly fetch?: World['fetch']
  /** Where browsers reach the pages of the platforms, if that is not the address of the sandbox. */
  readonly pages?: string | null
  readonly clock: Clock
  readonly log: Log
}

export interface Sandbox {
  /** Where it listens. A platform's host is `<address>/<platform>/<host>`. */
  readonly address: string
  /** Serves one host at the root of its own port, for clients that do not accept a path. */
  readonly serveHost: (platform: string, host: string) => Promise<Listener>
  readonly handler: RequestListener
  readonly stop: () => Promise<void>
}

export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = openStore(options.file)
  const faults = openFaults(store)
  /** Addresses of the hosts that have their own port. */
  const ownAddresses = new Map<string, string>()
  let address = ''
  const context: SandboxContext = {
    store,
    faults,
    ledger: openLedger(store),
    clock: options.clock,
    scale: options.scale,
    fetch: options.fetch ?? (async () => null),
    pages: options.pages ?? null,
    addressOf: (platform, host) => ownAddresses.get(`${platform}/${host}`) ?? `${address}/${platform}/${host}`,
  }
  const simulations = options.platforms.map((platform) => createSimulation(platform, context))
  const exchange = createExchange(context, options.log)
  const forgetAll = () => {
    store.forgetAll()
    faults.reread()
  }
  const control = createControl(simulations, { ...context, forgetAll })
  const index = async () => indexPage(await Promise.all(simulations.map(({ open }) => open())), context.ledger)
  const handler = listener(options.log, (incoming, response) =>
    serve({ simulations, exchange, control, index }, incoming, response),
  )

  const listening = await listen(handler, options.port).catch((error: unknown) => {
    store.close()
    throw error
  })
  address = listening.address
  const growth = options.growth ? startGrowth(simulations, context, options.log) : null
  const others = new Set<Listener>()

  return {
    address,
    handler,
    serveHost: async (platform, name) => {
      const simulation = findSimulation(simulations, platform)
      if (!simulation) throw new Error(`There is no simulated platform ${platform}.`)
      const serveOne = listener(options.log, (incoming, response) =>
        serveRoute(exchange, simulation, name, pathOf(incoming), incoming, response),
      )
      const own = await listen(serveOne, 0)
      ownAddresses.set(`${simulation.name}/${name}`, own.address)
      const other = {
        address: own.address,
        stop: async () => {
          others.delete(other)
          ownAddresses.delete(`${simulation.name}/${name}`)
          await own.stop()
        },
      }
      others.add(other)
      return other
    },
    stop: async () => {
      growth?.stop()
      for (const other of [...others]) await other.stop()
      await listening.stop()
      store.close()
    },
  }
}

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'

interface ServedHost {
  readonly simulations: readonly Simulation[]
  readonly exchange: Exchange
  readonly control: Control
  readonly index: () => Promise<string>
}

async function serve(
  { simulations, exchange, control, index }: ServedHost,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(incoming)
  const isPassed = isPassedOn(incoming.headers)
  if (isPassed && !/^\/[a-z]+\//.test(path)) return send(response, answered({ status: 404 }))
  if (path === '/') return serveIndex(index, incoming, response)
  if (path === controlPath || path.startsWith(`${controlPath}/`)) return serveControl(control, incoming, response)
  const [, platform = '', name = '', ...rest] = path.split('/')
  const simulation = findSimulation(simulations, platform)
  if (simulation) return serveRoute(exchange, simulation, name, `/${rest.join('/')}`, incoming, response)
  const body = {
    error: `There is no simulated platform “${platform}”. Addresses have the form /<platform>/<host>/…`,
    exists: simulations.map(({ name }) => name),
  }
  send(response, { type: 'answer', status: 404, headers: json, body: JSON.stringify(body) })
}

const json = { 'content-type': 'application/json; charset=utf-8' }

async function serveRoute(
  exchange: Exchange,
  simulation: Simulation,
  host: string,
  path: string,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sent = await exchange(await simulation.open(), host, path, await readRequest(incoming))
  if (sent.type === 'answer') send(response, sent)
  else if (sent.type === 'reset') incoming.socket.resetAndDestroy()
  else hold(response)
}

async function serveIndex(
  index: ServedHost['index'],
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, headers } = await readRequest(incoming)
  if (isFromOtherSite(headers)) return send(response, answered(notForPages))
  if (method !== 'GET') return send(response, answered({ status: 405, headers: { allow: 'GET' } }))
  send(response, shownPage(await index()))
}

const notForPages: ControlAnswer = {
  status: 403,
  body: { error: 'The sandbox answers only requests from this machine, and none from other web sites.' },
}

async function serveControl(control: Control, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(incoming)
  const { status, body, pieces } = isFromOtherSite(request.headers) ? notForPages : await control(request)
  if (!pieces) return send(response, { type: 'answer', status, headers: json, body: JSON.stringify(body) })
  response.writeHead(status, json)
  await pipeline(pieces, response)
}
