import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Roles } from '../../src/app/roles.ts'
import type { platforms } from '../../src/platforms/index.ts'
import type { LedgerPost, Simulator } from '../../src/sandbox/shared/simulator.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import type { Tables } from '../../src/store/tables.ts'
import { makeInstanceData } from './database.ts'
import { eventually, patienceOf } from './eventually.ts'
import type { Instance, User } from './instance.ts'
import { startMediaInstance } from './media.ts'
import { type CreatedPost, createPost, readEvents } from './posts.ts'
import { openRows, type Rows } from './rows.ts'
import { type SimulatedPlatforms, startSimulated } from './simulated.ts'

export type PlatformName = (typeof platforms)[number]['name']

/** An instance with its own simulated platforms, on scaled time. */
export interface PublishingInstance {
  readonly simulated: SimulatedPlatforms
  readonly instance: Instance
  readonly rows: Rows
  /** A new user with one account that nobody else uses. */
  readonly newcomer: (platform: PlatformName, prefix?: string) => Promise<Newcomer>
  /** Waits until a job fulfils the condition, and returns its row. */
  readonly until: (what: string, jobId: number, holds: (job: Job) => boolean) => Promise<Job>
  /** Stops the instance, and starts one with these roles on the same data. */
  readonly restart: (roles: Roles) => Promise<void>
  readonly stop: () => Promise<void>
}

export interface Newcomer extends User {
  readonly platform: PlatformName
  /** The key that identifies the account. */
  readonly name: string
  /** The platform's ID of the account. */
  readonly accountId: string
  readonly username: string
  readonly post: (body: object) => Promise<CreatedPost>
  /** The visible posts of the account on the platform. */
  readonly published: () => Promise<LedgerPost[]>
  readonly events: () => ReturnType<typeof readEvents>
}

export type Job = Selectable<Tables['jobs']>

interface Options {
  /** Divides the waiting times of the service. */
  readonly scale?: number
  /** Divides the processing times of the platforms. */
  readonly platformScale?: number
  readonly env?: Readonly<Record<string, string>>
  readonly roles?: Roles
  /** Whether followers and metrics are read in the background. Their calls may meet a fault that a test set for others. */
  readonly measures?: boolean
  /** The address under which the instance reaches this database, such as that of a proxy. */
  readonly databaseThrough?: (url: string) => Promise<string>
  /** Changes the behaviour of the platforms, beyond what faults can do. */
  readonly change?: (simulator: Simulator) => Simulator
}

const everything: Roles = { api: true, worker: true }

export async function startPublishing(
  kind: DatabaseKind,
  {
    scale = 20,
    platformScale = 200,
    env: more = {},
    roles = everything,
    measures = false,
    databaseThrough,
    change,
  }: Options = {},
): Promise<PublishingInstance> {
  const simulated = await startSimulated({ scale: platformScale, ...(change && { change }) })
  const instanceData = await makeInstanceData(kind, { migrated: true })
  const env = {
    ...simulated.env,
    POLYPOST_TIME_SCALE: String(scale),
    POLYPOST_READ_METRICS: measures ? 'all' : 'none',
    POLYPOST_READ_COMMENTS: 'none',
    ...more,
    ...(databaseThrough && { DATABASE_URL: await databaseThrough(instanceData.env.DATABASE_URL ?? '') }),
  }
  const start = (as: Roles) => startMediaInstance(kind, { env, data: instanceData, roles: as })
  let instance = await start(roles)
  const rows = await openRows(instanceData)
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
      await instanceData.remove()
      await simulated.stop()
    },
  }
}

async function newcomer(
  { simulated, instance, rows }: Pick<PublishingInstance, 'simulated' | 'instance' | 'rows'>,
  platform: PlatformName,
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

/** Enough for several retries of many jobs on a busy machine. */
const patience = patienceOf(300_000)

/** Reads the rows once for all waiting callers. */
function watchJobs({ db }: Rows): PublishingInstance['until'] {
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

/** The job and its follow-ups have ended. */
export const isAtRest = ({ due_at }: Job): boolean => due_at === null
