import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { platformFetch } from '../../../src/app/open-sandbox.ts'
import { instagram } from '../../../src/platforms/instagram/index.ts'
import { simulator } from '../../../src/sandbox/platforms/instagram/index.ts'
import { createSandbox } from '../../../src/sandbox/server/server.ts'
import type { LedgerPost } from '../../../src/sandbox/shared/simulator.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { createLog } from '../../../src/system/log.ts'
import { makeInstanceData } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { startMediaInstance } from '../../harness/media.ts'
import { loggedExchanges } from '../../harness/openapi-check.ts'
import { createPost } from '../../harness/posts.ts'
import { openRows, type Rows } from '../../harness/rows.ts'
import { lookAt, type SeenRequest } from '../../harness/simulated.ts'
import { createInstagramCheck } from './spec/check.ts'

/** An instance on scaled time with a simulated Instagram. Every call to it is checked against Meta's specs. */
export interface SimulatedInstagram {
  readonly instance: Instance
  readonly rows: Rows
  readonly look: ReturnType<typeof lookAt>
  readonly sandbox: string
  /** A new user with an account whose name begins with this text. */
  readonly newcomer: (prefix?: string) => Promise<Person>
  /** The same with an account of exactly this name. */
  readonly named: (name: string) => Promise<Person>
  readonly stop: () => Promise<void>
}

export interface Person extends User {
  readonly accountId: string
  readonly username: string
  /** Publishes, and waits until the job and its follow-ups have ended. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read jobs of every shape.
  readonly publish: (body: object) => Promise<any>
  readonly published: () => Promise<LedgerPost[]>
  /** Calls with the account's ID in their path. */
  readonly calls: (path: RegExp) => Promise<SeenRequest[]>
}

interface Options {
  readonly scale?: number
  readonly platformScale?: number
}

export async function startSimulatedInstagram({
  scale = 40,
  platformScale = 200,
}: Options = {}): Promise<SimulatedInstagram> {
  const kind = 'sqlite'
  const { name, aliases, title } = instagram
  const sandbox = await createSandbox({
    platforms: [{ name, aliases, title, load: async () => simulator }],
    file: null,
    port: 0,
    scale: platformScale,
    growth: false,
    fetch: platformFetch(),
    clock: systemClock,
    log: createLog({ level: 'error', pretty: false }),
  })
  const look = lookAt(sandbox.address)
  const instanceData = await makeInstanceData(kind, { migrated: true })
  const instance = await startMediaInstance(kind, {
    env: { ...look.env, POLYPOST_TIME_SCALE: String(scale) },
    data: instanceData,
  })
  const rows = await openRows(instanceData)
  return {
    instance,
    rows,
    look,
    sandbox: sandbox.address,
    newcomer: (prefix = '') => newcomer({ instance, rows, look }, `${prefix}${randomBytes(6).toString('hex')}`),
    named: (name) => newcomer({ instance, rows, look }, name),
    stop: async () => {
      const requests = await look.requests('instagram')
      await instance.stop()
      await rows.close()
      await instanceData.remove()
      await sandbox.stop()
      assertValid(requests)
    },
  }
}

type Bench = Pick<SimulatedInstagram, 'instance' | 'rows' | 'look'>

async function newcomer({ instance, look, rows }: Bench, name: string): Promise<Person> {
  const user = await instance.newUser()
  await look.connect(user.ask, 'instagram', name)
  const [profile] = (await user.ask('GET', '/profiles')).body.data.profiles
  const { account_id: accountId, username } = profile.platform_profiles.instagram
  return {
    ...user,
    accountId,
    username,
    publish: async (body) => {
      const { jobIds } = await createPost(user, { platforms: ['instagram'], message: 'Hello.', ...body })
      const [id = 0] = jobIds
      await eventually('nothing is left to do', async () => {
        const row = await rows.db.selectFrom('jobs').select('due_at').where('id', '=', id).executeTakeFirst()
        return row?.due_at === null
      })
      const { body: read } = await user.ask('GET', `/jobs/${id}`)
      return { ...read.data.job, warnings: read.data.warnings }
    },
    published: async () => (await look.posts('instagram')).filter((one) => one.account_id === accountId),
    calls: async (path) =>
      (await look.requests('instagram')).filter((one) => one.path.includes(accountId) && path.test(one.path)),
  }
}

/** Checks that every call and every response matches Meta's specs. */
function assertValid(requests: readonly SeenRequest[]): void {
  const check = createInstagramCheck()
  let checked = 0
  for (const host of ['api', 'graph'] as const)
    for (const exchange of loggedExchanges({ requests }, `/instagram/${host}`)) {
      if (!/^\/v\d+\.\d\/\d+/.test(exchange.path)) continue
      const { method, path } = exchange
      checked += 1
      assert.deepEqual(check(host, exchange), { request: [], answer: [] }, `${method} ${path}`)
    }
  assert.ok(checked > 0, 'no call was checked')
}
