import { after, before, beforeEach } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { jobFormat } from '../../src/domain/job-format.ts'
import { shareOf } from '../../src/queue/share.ts'
import type { Database, DatabaseKind, Transaction } from '../../src/store/engine/database.ts'
import { takeIds } from '../../src/store/engine/ids.ts'
import { type Ask, type ClaimedJob, type ClaimedJobs, claimDueJobs } from '../../src/store/jobs/due-jobs.ts'
import { insertJobs, type JobRow } from '../../src/store/jobs/jobs.ts'
import { systemClock } from '../../src/system/clock.ts'
import { type InstanceData, makeInstanceData } from './database.ts'

export const lease = 60_000

export interface AddedJob {
  /** An account of its own by default. */
  readonly lane?: string
  readonly user?: number
  /** When it is due, in milliseconds from now. */
  readonly in?: number
}

/** A database for the tests of a suite. It has no jobs when a test begins. */
export function storedJobs(kind: DatabaseKind) {
  let instanceData: InstanceData
  let close: () => Promise<void>
  let database: Database
  let owner: { id: number; profile: string }

  before(async () => {
    instanceData = await makeInstanceData(kind, { migrated: true })
    const store = await openStore(readConfig(instanceData.env), systemClock, { locks: true, migrates: true })
    database = store.database
    close = store.close
    const user = await database.kysely.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    owner = { id: user.id, profile: user.default_profile_id }
    // The tests that count rows are about a database without statistics, which autovacuum would make on a slow machine.
    if (kind === 'postgres')
      for (const table of ['jobs', 'posts', 'lanes'])
        await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(database.kysely)
  })
  after(async () => {
    await close()
    await instanceData.remove()
  })
  beforeEach(async () => {
    // Deleted rows keep their place in the tables, which changes what PostgreSQL expects.
    if (kind === 'postgres') await sql`truncate steps, jobs, posts, lanes, accounts cascade`.execute(database.kysely)
    else
      for (const table of ['steps', 'jobs', 'posts', 'lanes', 'accounts'] as const)
        await database.kysely.deleteFrom(table).execute()
  })

  /** Adds jobs of one post, due since 10 ms by default. */
  const add = (jobs: readonly AddedJob[]): Promise<number[]> => database.transaction((tx) => addIn(tx, jobs))

  async function addIn(tx: Transaction, jobs: readonly AddedJob[]): Promise<number[]> {
    const now = systemClock.now()
    const [postId, ...ids] = await takeIds(tx, jobs.length + 1)
    await tx
      .insertInto('posts')
      .values({
        id: postId,
        user_id: owner.id,
        profile_id: owner.profile,
        batch_id: `batch_${postId}`,
        message: '',
        search: '',
        platforms: '[]',
        media: '[]',
        comments: '[]',
        source: 'api',
        status: 'queued',
        warnings: '[]',
        revision: 1,
        created_at: now,
        updated_at: now,
      })
      .execute()
    const rows = jobs.map((job, at) => ({
      id: ids[at] ?? 0,
      post_id: postId,
      user_id: job.user ?? owner.id,
      profile_id: owner.profile,
      platform: 'any',
      named: 'any',
      environment: 'sandbox' as const,
      remote_account_id: '1',
      // In the order of their IDs.
      lane: job.lane ?? `lane ${String(ids[at]).padStart(9, '0')}`,
      scheduled_for: now + (job.in ?? -10),
      content: { postType: 'post', text: '', media: [], comments: [], options: {} },
      warnings: [],
      needs: jobFormat,
      created_at: now,
    }))
    const keys = [...new Set(rows.map(({ lane }) => lane))].map((key) => ({ key }))
    await tx
      .insertInto('lanes')
      .values(keys)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await insertJobs(tx, rows)
    return rows.map(({ id }) => id)
  }

  const ask = (given: Partial<Ask> = {}): Ask => ({
    ...{ slots: 10, lease, thorough: true, except: [], exceptLanes: [] },
    ...shareOf([], 1_000),
    ...given,
  })
  const look = (given?: Partial<Ask>): Promise<ClaimedJobs> => database.step((tx) => claimDueJobs(tx, ask(given)))
  const claim = async (given?: Partial<Ask>): Promise<readonly ClaimedJob[]> => (await look(given)).rows
  return {
    get database() {
      return database
    },
    get owner() {
      return owner
    },
    ...{ add, addIn, ask, look, claim },
  }
}

/** In ascending order. */
export const idsOf = (jobs: readonly JobRow[]): number[] => jobs.map(({ id }) => id).sort((a, b) => a - b)
