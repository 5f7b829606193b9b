import type { StepKind } from '../domain/plan.ts'
import { second } from '../domain/time.ts'
import type { HttpClient, OutboundRequest } from '../outbound/http-client.ts'
import { defaultTimeouts, type Timeouts } from '../outbound/watch.ts'
import type { DeveloperApp, Hosts, LiveContext } from '../platforms/shared/context.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import type { Environment } from '../store/accounts/accounts.ts'
import type { Clock } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import type { Metrics } from '../system/metrics.ts'
import type { Apps } from './apps.ts'
import { loginNamed } from './logins.ts'
import { recorded } from './record-calls.ts'
import type { PlatformSettings } from './settings.ts'

export interface Sandbox {
  /** Where the simulated platforms listen, without a slash at the end. */
  readonly origin: string
  /** Where browsers reach its pages, if that is at another address. */
  readonly pages: string | null
  /** The only developer app that they accept. */
  readonly app: DeveloperApp
  /** Can reach loopback, and is used only for simulated accounts. */
  readonly client: HttpClient
}

export interface ContextOptions {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
  readonly client: HttpClient
  /** Null if the sandbox is off. */
  readonly sandbox: Sandbox | null
  readonly apps: Apps
  readonly settingsOf: (platform: Platform) => PlatformSettings
  /** Divides every timeout. */
  readonly timeScale: number
}

export interface Contexts {
  readonly live: (platform: Platform, environment: Environment, reach: Reach) => Promise<LiveContext>
  /** Where the platform is reached: by servers, and by browsers. */
  readonly hostsOf: (platform: Platform, environment: Environment) => Pick<LiveContext, 'hosts' | 'pages'>
}

/** Few, since each is a value of a label: steps of a plan by their kind, and what else a platform is asked for. */
export type PlatformOperation =
  | StepKind
  | 'sign_in'
  | 'renew'
  | 'revoke'
  | 'look_for_post'
  | 'account'
  | 'choices'
  | 'metrics'
  | 'comments'
  | 'reply'
  | 'picture'

/** How a platform is reached. */
export interface Reach {
  /** The purpose of the calls, in the log and in counts. */
  readonly operation: PlatformOperation
  /** Aborts the calls. */
  readonly signal?: AbortSignal | undefined
  /** The login method whose developer app is used, if the platform has several. */
  readonly login?: string | undefined
}

/** Also when tests shorten all times: a busy machine must not look like a slow platform. */
const shortest = 4 * second

export function createContexts({ sandbox, apps, settingsOf, ...options }: ContextOptions): Contexts {
  const { clock, log, timeScale } = options
  const hostsOf: Contexts['hostsOf'] = (platform, environment) => {
    const { hosts } = settingsOf(platform)
    if (environment === 'live') return { hosts }
    if (sandbox === null) throw new SandboxOff()
    const at = (base: string): Hosts =>
      Object.fromEntries(Object.keys(hosts).map((host) => [host, `${base}/${platform.name}/${host}`]))
    return { hosts: at(sandbox.origin), ...(sandbox.pages !== null && { pages: at(sandbox.pages) }) }
  }
  return {
    hostsOf,
    async live(platform, environment, { signal, login, operation }) {
      const reaching = (client: LiveContext['http']) =>
        recorded(scaled(client, timeScale, signal), { ...options, platform: platform.name, operation, signal })
      const common = {
        ...hostsOf(platform, environment),
        settings: settingsOf(platform).values,
        clock,
        log,
      }
      if (environment === 'live') {
        const prefix = loginNamed(platform, login).app
        const app = prefix === null ? null : await apps.find(prefix)
        return { ...common, app, http: reaching(options.client) }
      }
      if (sandbox === null) throw new SandboxOff()
      return {
        ...common,
        app: platform.app === null ? null : sandbox.app,
        http: reaching(onlyAt(sandbox, options.client)),
      }
    },
  }
}

/** A simulated account was to be used in a process without a sandbox. */
export class SandboxOff extends Error {
  constructor() {
    super('The simulated platforms are switched off. Set POLYPOST_SANDBOX=on to use them.')
  }
}

/** Only the sandbox may be reached on loopback: other addresses in a simulated post are checked as usual. */
const onlyAt = ({ origin, client }: Sandbox, guarded: HttpClient): LiveContext['http'] => ({
  request: (request) => (URL.parse(String(request.url))?.origin === origin ? client : guarded).request(request),
})

function scaled(client: LiveContext['http'], scale: number, signal?: AbortSignal): LiveContext['http'] {
  return {
    request: (request) => {
      const own = request.signal
      const either = signal && own ? AbortSignal.any([signal, own]) : (signal ?? own)
      return client.request({
        ...request,
        timeouts: shortened(request.timeouts, scale),
        ...(either && { signal: either }),
      })
    },
  }
}

function shortened(asked: OutboundRequest['timeouts'], scale: number): Timeouts {
  const all = { ...defaultTimeouts, ...asked }
  const short = (milliseconds: number) => Math.max(shortest, milliseconds / scale)
  return {
    lookup: short(all.lookup),
    connect: short(all.connect),
    tls: short(all.tls),
    headers: short(all.headers),
    silence: short(all.silence),
    total: short(all.total),
  }
}
