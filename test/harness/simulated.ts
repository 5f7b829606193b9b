import assert from 'node:assert/strict'
import { platformFetch } from '../../src/app/open-sandbox.ts'
import { platforms } from '../../src/platforms/index.ts'
import type { Live } from '../../src/platforms/shared/live.ts'
import { simulated } from '../../src/sandbox/platforms/index.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/server/server.ts'
import { simulatedApp } from '../../src/sandbox/shared/app.ts'
import type { FaultKind, FaultOperation, LedgerPost, Simulator } from '../../src/sandbox/shared/simulator.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import type { Client } from './client.ts'
import { comeBack } from './consent.ts'

export interface Fault {
  readonly operation: FaultOperation | '*'
  readonly kind: FaultKind
  readonly times?: number
  readonly after?: number
}

/** A complete call to a platform; without a status, it got no response. */
export interface SeenRequest {
  /** The time of the response, in RFC 3339. */
  readonly at: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly status: number | null
  readonly fault: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly answer_headers: Readonly<Record<string, string>> | null
  readonly answer: string | null
}

/** The sandbox as the service uses it instead of the real platforms, and as a test reads it. */
export interface SimulatedPlatforms {
  readonly sandbox: Sandbox
  /** The settings with which a service uses it. */
  readonly env: Readonly<Record<string, string>>
  readonly posts: (platform: string) => Promise<LedgerPost[]>
  /** All calls to a platform, with their responses. */
  readonly requests: (platform: string) => Promise<SeenRequest[]>
  readonly fault: (platform: string, fault: Fault) => Promise<void>
  readonly clear: (platform: string) => Promise<void>
  readonly settings: (platform: string, changes: object) => Promise<void>
  /** A person comments on a post, or on a comment. Returns the comment's ID. */
  readonly comment: (platform: string, postId: string, comment: { author: string; message: string }) => Promise<string>
  /** Sets metrics of a post, by the platform's own names. */
  readonly measured: (platform: string, postId: string, metrics: Readonly<Record<string, number>>) => Promise<void>
  /** Signs in as a simulated person, with the same calls as a real one; takes the first of several choices. */
  readonly connect: (ask: Client, platform: string, account: string, profileId?: string) => Promise<void>
  readonly stop: () => Promise<void>
}

interface Options {
  readonly scale?: number
  readonly file?: string | null
  /** Changes the behaviour of the platforms, beyond what faults can do. */
  readonly change?: (simulator: Simulator) => Simulator
}

export async function startSimulated({
  scale = 1,
  file = null,
  change = (simulator) => simulator,
}: Options = {}): Promise<SimulatedPlatforms> {
  const sandbox = await createSandbox({
    platforms: simulated(platforms).map(({ load, ...one }) => ({ ...one, load: async () => change(await load()) })),
    file,
    port: 0,
    scale,
    growth: false,
    fetch: platformFetch(),
    clock: systemClock,
    log: createLog({ level: 'silent', pretty: false }),
  })
  return { ...lookAt(sandbox.address), sandbox, stop: sandbox.stop }
}

/** The settings for a sandbox at a URL, and a test's view of it. */
export function lookAt(address: string): Omit<SimulatedPlatforms, 'sandbox' | 'stop'> {
  const door = async (platform: string, path: string, method = 'GET', body?: object) => {
    const response = await fetch(`${address}/__sandbox/${platform}/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return JSON.parse(text)
  }
  return {
    env: { ...overrides(address), POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' },
    posts: async (platform) => (await door(platform, 'posts')).posts,
    requests: async (platform) => (await door(platform, 'requests?bodies=1')).requests,
    fault: (platform, fault) => door(platform, 'faults', 'POST', { times: 1, after: 0, ...fault }),
    clear: (platform) => door(platform, 'faults', 'DELETE'),
    settings: (platform, changes) => door(platform, 'settings', 'POST', changes),
    comment: async (platform, postId, comment) =>
      (await door(platform, `posts/${encodeURIComponent(postId)}/comments`, 'POST', comment)).id,
    measured: (platform, postId, metrics) =>
      door(platform, `posts/${encodeURIComponent(postId)}/metrics`, 'POST', metrics),
    connect: async (ask, platform, account, profileId) => {
      const profile = profileId === undefined ? {} : { profile_id: profileId }
      const kind = platforms.find(({ name }) => name === platform)?.live.connect.kind
      if (kind === 'password') {
        const { fields } = await door(platform, 'login', 'POST', { account })
        // An older version takes the fields under their own names.
        const reply = await ask('POST', '/connect', { body: { platform, ...fields, ...profile } })
        assert.equal(reply.body.data?.status, 'connected', reply.text)
        return
      }
      const begun = await ask('POST', '/connect', { body: { platform, ...loginIn(account), ...profile } })
      assert.equal(begun.status, 200, begun.text)
      const { redirect } = await door(platform, 'login', 'POST', { account, authorize_url: begun.body.data.url })
      const back = await comeBack(redirect)
      // An older version answers 422 here: it does not ask before it connects.
      assert.ok(back.status < 500 && back.status !== 429, back.text)
      const way = `/connect/${begun.body.data.connection_id}`
      const { body } = await ask('GET', way)
      const [first] = body.data.choices ?? []
      const chosen =
        body.data.status === 'choosing'
          ? await ask('POST', `${way}/select`, { body: { choice_id: first.id } })
          : { body }
      assert.equal(chosen.body.data.status, 'connected', JSON.stringify(chosen.body))
    },
  }
}

/** An account whose name begins with this text uses that login method, if its platform has several. */
function loginIn(account: string): { login?: string } {
  const login = /^by (\w+) /.exec(account)?.[1]
  return login === undefined ? {} : { login }
}

function overrides(address: string): Record<string, string> {
  // The simulated app of TikTok has the Display API.
  const env: Record<string, string> = { TIKTOK_SCOPES: 'user.info.profile,user.info.stats,video.list' }
  for (const { name, app, live } of platforms) {
    for (const host of Object.keys(live.hosts)) env[`${name}_${host}_URL`.toUpperCase()] = `${address}/${name}/${host}`
    const others: Live['otherLogins'] = 'otherLogins' in live ? live.otherLogins : undefined
    const apps = [app, ...Object.values(others?.byName ?? {}).map((login) => login.app)].filter((one) => one !== null)
    for (const one of apps) {
      env[`${one}_CLIENT_ID`] = simulatedApp.clientId
      env[`${one}_CLIENT_SECRET`] = simulatedApp.clientSecret
    }
  }
  return env
}
