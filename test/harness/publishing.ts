import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Roles } from '../../src/app/roles.ts'
import type { LedgerPost, Simulator } from '../../src/sandbox/shared/simulator.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import type { Tables } from '../../src/store/tables.ts'
import type { SimulatedPlatform } from '../publish/platforms/index.ts'
import { makePlace } from './database.ts'
import { eventually } from './eventually.ts'
import type { Instance, User } from './instance.ts'
import { startMediaInstance } from './media.ts'
import { type CreatedPost, createPost, readEvents } from './posts.ts'
import { openRows, type Rows } from './rows.ts'
import { type Simulated, startSimulated } from './simulated.ts'

export type { SimulatedPlatform }

/** An instance that publishes to simulated platforms of its own, on scaled time. */
export interface Publishing {
  readonly simulated: Simulated
  readonly instance: Instance
  readonly rows: Rows
  /** A new user with one account, whom nobody else publishes as. */
  readonly newcomer: (platform: SimulatedPlatform, prefix?: string) => Promise<Newcomer>
  /** Waits until a job is as it is asked to be, and gives its row. */
  readonly until: (what: string, jobId: number, holds: (job: Job) => boolean) => Promise<Job>
  /** Stops the instance, and starts one with these roles where it was. */
  readonly restart: (roles: Roles) => Promise<void>
  readonly stop: () => Promise<void>
}

export interface Newcomer extends User {
  readonly platform: SimulatedPlatform
  /** By which the account is found again. */
  readonly name: string
  /** As the platform knows the account. */
  readonly accountId: string
  readonly username: string
  readonly post: (body: object) => Promise<CreatedPost>
  /** What is visible of the account on the platform. */
  readonly published: () => Promise<LedgerPost[]>
  readonly events: () => ReturnType<typeof readEvents>
}

export type Job = Selectable<Tables['jobs']>

interface Options {
  /** Divides what the service waits for. */
  readonly scale?: number
  /** Divides what the platforms take their time for. */
  readonly platformScale?: number
  readonly env?: Readonly<Record<string, string>>
  readonly roles?: Roles
  /** Whether followers and numbers are read in the background, whose calls may meet a fault that was meant for others. */
  readonly measures?: boolean
  /** Changes what the platforms do, for what no fault brings about. */
  readonly change?: (simulator: Simulator) => Simulator
}

const everything: Roles = { api: true, worker: true }

export async function startPublishing(
  kind: DatabaseKind,
  { scale = 20, platformScale = 200, env: more = {}, roles = everything, measures = false, change }: Options = {},
): Promise<Publishing> {
  const simulated = await startSimulated({ scale: platformScale, ...(change && { change }) })
  const place = await makePlace(kind)
  const env = {
    ...simulated.env,
    POLYPOST_TIME_SCALE: String(scale),
    POLYPOST_READ_METRICS: measures ? 'all' : 'none',
    ...more,
  }
  const start = (as: Roles) => startMediaInstance(kind, { env, place, roles: as })
  let instance = await start(roles)
  const rows = await openRows(place)
  return {
    simulated,
    get instance() {
      return instance
    },
    rows,
    newcomer: (platform, prefix = '') => newcomer({ simulated, instance, rows }, platform, prefix),
    until: watchJobs(rows),
    restart: async (as) => {
      await instance.stop()
      instance = await start(as)
    },
    stop: async () => {
      await instance.stop()
      await rows.close()
      await place.remove()
      await simulated.stop()
    },
  }
}

async function newcomer(
  { simulated, instance, rows }: Pick<Publishing, 'simulated' | 'instance' | 'rows'>,
  platform: SimulatedPlatform,
  prefix: string,
): Promise<Newcomer> {
  const user = await instance.newUser()
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await simulated.connect(user.ask, platform, name)
  const [profile] = (await user.ask('GET', '/profiles')).body.data.profiles
  const { account_id: accountId, username } = profile.platform_profiles[platform]
  return {
    ...user,
    platform,
    name,
    accountId,
    username,
    post: (body) => createPost(user, { platforms: [platform], ...body }),
    published: async () => (await simulated.posts(platform)).filter(({ account_id }) => account_id === accountId),
    events: () => readEvents(rows.db, user.id),
  }
}

/** Several retries, of many jobs, on a busy machine. */
const patience = 90_000

/** However many wait, the rows are read once for all of them. */
function watchJobs({ db }: Rows): Publishing['until'] {
  const awaited = new Map<number, number>()
  let reading: Promise<Map<number, Job>> | null = null
  const read = () => {
    reading ??= db
      .selectFrom('jobs')
      .selectAll()
      .where('id', 'in', [...awaited.keys()])
      .execute()
      .then((found) => new Map(found.map((job) => [job.id, job])))
      .finally(() => {
        reading = null
      })
    return reading
  }
  return async (what, jobId, holds) => {
    awaited.set(jobId, (awaited.get(jobId) ?? 0) + 1)
    let last: Job | undefined
    try {
      return await eventually(
        what,
        async () => {
          last = (await read()).get(jobId) ?? last
          return last !== undefined && holds(last) && last
        },
        Date.now() + patience,
      )
    } catch (error) {
      assert.fail(`${error instanceof Error ? error.message : error} The job is ${JSON.stringify(last)}.`)
    } finally {
      const others = (awaited.get(jobId) ?? 1) - 1
      if (others === 0) awaited.delete(jobId)
      else awaited.set(jobId, others)
    }
  }
}

/** Nothing is left to be done for it, follow-ups included. */
export const isAtRest = ({ due_at }: Job): boolean => due_at === null
