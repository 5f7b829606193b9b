import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../../system/clock.ts'
import type { Log } from '../../system/log.ts'
import type { World } from '../shared/simulator.ts'
import { type Control, type ControlAnswer, controlPath, createControl } from './control.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { openFaults } from './faults.ts'
import { isForeign } from './foreign.ts'
import { startGrowth } from './growth.ts'
import type { Hosted, SandboxPlatform } from './hosted.ts'
import { openLedger } from './ledger.ts'
import { hold, type Listening, listen, listener, send } from './listen.ts'
import { indexPage } from './post-pages.ts'
import { readRequest } from './read-request.ts'
import { answered, shownPage } from './reply.ts'
import { createRouteFinder } from './routes.ts'
import { openStore } from './store.ts'
import { createWorld, type Surroundings } from './world.ts'

export interface SandboxOptions {
  readonly platforms: readonly SandboxPlatform[]
  /** Where everything is kept; null: in memory. */
  readonly file: string | null
  /** 0: any that is free. */
  readonly port: number
  /** Divides every delay of the platforms. */
  readonly scale: number
  /** Whether comments and metrics come by themselves. */
  readonly growth: boolean
  /** How the platforms fetch what an app names the address of; left out, they get nothing. */
  readonly fetch?: World['fetch']
  readonly clock: Clock
  readonly log: Log
}

export interface Sandbox {
  /** Where it listens. A platform's host is `<address>/<platform>/<host>`. */
  readonly address: string
  /** Serves one host at the root of a port of its own, for clients that can't be told a path. */
  readonly serveHost: (platform: string, host: string) => Promise<Listening>
  readonly handler: RequestListener
  readonly stop: () => Promise<void>
}

export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = openStore(options.file)
  const faults = openFaults(store)
  /** Of hosts that are served at the root of a port of their own. */
  const ownAddresses = new Map<string, string>()
  let address = ''
  const surroundings: Surroundings = {
    store,
    faults,
    ledger: openLedger(store),
    clock: options.clock,
    scale: options.scale,
    fetch: options.fetch ?? (async () => null),
    addressOf: (platform, host) => ownAddresses.get(`${platform}/${host}`) ?? `${address}/${platform}/${host}`,
  }
  const platforms = options.platforms.map((platform) => host(platform, surroundings))
  const exchange = createExchange(surroundings, options.log)
  const forgetAll = () => {
    store.forgetAll()
    faults.reread()
  }
  const control = createControl(platforms, { ...surroundings, forgetAll })
  const index = () => indexPage(platforms, surroundings.ledger)
  const handler = listener(options.log, (incoming, response) =>
    serve({ platforms, exchange, control, index }, incoming, response),
  )

  const listening = await listen(handler, options.port).catch((error: unknown) => {
    store.close()
    throw error
  })
  address = listening.address
  const growth = options.growth ? startGrowth(platforms, surroundings, options.log) : null
  const others = new Set<Listening>()

  return {
    address,
    handler,
    serveHost: async (platform, name) => {
      const hosted = findPlatform(platforms, platform)
      if (!hosted) throw new Error(`There is no simulated platform ${platform}.`)
      const serveOne = listener(options.log, (incoming, response) =>
        serveRoute(exchange, hosted, name, pathOf(incoming), incoming, response),
      )
      const own = await listen(serveOne, 0)
      ownAddresses.set(`${hosted.name}/${name}`, own.address)
      const other = {
        address: own.address,
        stop: async () => {
          others.delete(other)
          ownAddresses.delete(`${hosted.name}/${name}`)
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

const host = (platform: SandboxPlatform, surroundings: Surroundings): Hosted => ({
  ...platform,
  find: createRouteFinder(platform.simulator.routes),
  world: createWorld(platform.name, surroundings),
})

const findPlatform = (platforms: readonly Hosted[], text: string): Hosted | undefined =>
  platforms.find(({ name, aliases = [] }) => name === text || aliases.includes(text))

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'

interface Served {
  readonly platforms: readonly Hosted[]
  readonly exchange: Exchange
  readonly control: Control
  readonly index: () => string
}

async function serve(
  { platforms, exchange, control, index }: Served,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(incoming)
  if (path === '/') return serveIndex(index, incoming, response)
  if (path === controlPath || path.startsWith(`${controlPath}/`)) return serveControl(control, incoming, response)
  const [, platform = '', name = '', ...rest] = path.split('/')
  const hosted = findPlatform(platforms, platform)
  if (hosted) return serveRoute(exchange, hosted, name, `/${rest.join('/')}`, incoming, response)
  const body = {
    error: `There is no simulated platform “${platform}”. Its hosts would be at /<platform>/<host>.`,
    exists: platforms.map(({ name }) => name),
  }
  send(response, { type: 'answer', status: 404, headers: json, body: JSON.stringify(body) })
}

const json = { 'content-type': 'application/json; charset=utf-8' }

async function serveRoute(
  exchange: Exchange,
  hosted: Hosted,
  host: string,
  path: string,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sent = await exchange(hosted, host, path, await readRequest(incoming))
  if (sent.type === 'answer') send(response, sent)
  else if (sent.type === 'reset') incoming.socket.resetAndDestroy()
  else hold(response)
}

async function serveIndex(index: () => string, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, headers } = await readRequest(incoming)
  if (isForeign(headers)) return send(response, answered(notForPages))
  if (method !== 'GET') return send(response, answered({ status: 405, headers: { allow: 'GET' } }))
  send(response, shownPage(index()))
}

const notForPages: ControlAnswer = {
  status: 403,
  body: { error: 'What is in the sandbox is for this machine alone, not for web pages of elsewhere.' },
}

async function serveControl(control: Control, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(incoming)
  const { status, body, pieces } = isForeign(request.headers) ? notForPages : control(request)
  if (!pieces) return send(response, { type: 'answer', status, headers: json, body: JSON.stringify(body) })
  response.writeHead(status, json)
  await pipeline(pieces, response)
}
