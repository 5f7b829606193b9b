import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnServer } from '../../../scripts/test-postgres.ts'
import type { DatabaseKind } from '../../../src/store/engine/database.ts'
import type { JobRow } from '../../../src/store/jobs/jobs.ts'
import { eventually } from '../../harness/eventually.ts'
import { testedNames } from '../../platforms/index.ts'
import { chanceOf } from './chance.ts'
import { type Crowd, startCrowd } from './crowd.ts'
import { createKiller, type Killer, tend } from './killer.ts'
import { gatherPeople, type People } from './people.ts'
import { type Platforms, startPlatforms } from './platforms.ts'
import { randomPosts } from './random-posts.ts'
import { type Service, startService } from './service.ts'
import { allJobs, countUnfinished, isAtRest, wronglyTold } from './stored.ts'
import { type Count, judge } from './verdict.ts'

export interface RunOptions {
  readonly kind: DatabaseKind
  /** At least this number. */
  readonly jobs: number
  readonly kills: number
  readonly seed: number
  /** A separate PostgreSQL, which is killed too. */
  readonly server?: OwnServer
  /** Called at every kill with the progress. */
  readonly tell?: (line: string, killed: number) => void
}

export interface RunResult {
  readonly counts: readonly Count[]
  readonly kills: number
  /** From the last kill until nothing was left to do. */
  readonly scaledSeconds: number
  readonly seconds: number
}

const scale = 6
const people = 20
const workers = 2
/**
 * In milliseconds, scaled: a platform may require a pause of five minutes, and a job may need several; an image
 * that Reddit has not accepted is searched for ten minutes, and the account's next posts wait for it.
 */
const longestRest = (30 * 60_000) / scale
const glance = 50 // milliseconds

/** Publishes under load while processes are killed, and checks the result against the visible posts. */
export async function run({ kind, server, ...options }: RunOptions): Promise<RunResult> {
  const platforms = await startPlatforms(scale)
  try {
    const service = await startService(kind, platforms, { scale, workers, ...(server && { server: server.url }) })
    try {
      return await runOn(service, platforms, { ...options, server: server ?? null })
    } catch (error) {
      const outputs = service.members().map(({ role, output }) => `${role}: ${output().slice(-shownOutput)}`)
      throw new Error(['What the processes said last:', ...outputs].join('\n'), { cause: error })
    } finally {
      await service.stop()
    }
  } finally {
    await platforms.stop()
  }
}

const shownOutput = 2_000 // characters of each process

async function runOn(
  service: Service,
  platforms: Platforms,
  { jobs, kills, seed, server, tell = () => {} }: Omit<RunOptions, 'kind' | 'server'> & { server: OwnServer | null },
): Promise<RunResult> {
  const begun = performance.now()
  const everybody = await gatherPeople(service, platforms, people)
  const crowd = startCrowd(service, randomPosts(everybody, chanceOf(seed + 1)), jobs)
  const killer = createKiller(service, { chance: chanceOf(seed), server, lease: 30_000 / scale })
  const killing = killAll(crowd, killer, { jobs, kills, tell }).then((killed) => ({ killed, at: performance.now() }))
  const all = [killing, crowd.done, watch(crowd, service, server !== null)] as const
  try {
    const [{ killed, at: lastKill }, sent] = await Promise.all(all)
    assert.ok(killed >= kills)
    await untilAtRest(service, lastKill + longestRest)
    const rested = performance.now()
    await killer.rest()
    const stored = await allJobs(service.database)
    const counts = judge({ sent, jobs: stored, ledger: await ledgerOf(platforms) })
    assert.deepEqual(await wronglyTold(service.database), [])
    await assertApiAgrees(everybody, stored)
    return {
      counts,
      kills: killed,
      scaledSeconds: Math.round(((rested - lastKill) * scale) / 1_000),
      seconds: Math.round((performance.now() - begun) / 1_000),
    }
  } finally {
    crowd.stop()
    await Promise.allSettled(all)
  }
}

/** Kills are spread evenly over the accepted jobs. */
async function killAll(
  crowd: Crowd,
  killer: Killer,
  { jobs, kills, tell }: Required<Pick<RunOptions, 'jobs' | 'kills' | 'tell'>>,
): Promise<number> {
  let killed = 0
  while (killed < kills) {
    const next = ((killed + 1) * jobs) / (kills + 1)
    while (crowd.accepted() < next) {
      if (crowd.hasStopped()) return killed
      await sleep(glance)
    }
    killed += await killer.strike()
    tell(`${killed} killed, ${crowd.accepted()} jobs accepted`, killed)
  }
  return killed
}

/** Waiting for kills is useless after the crowd has failed, or a process has ended without a kill. */
async function watch(crowd: Crowd, service: Service, databaseIsKilled: boolean): Promise<void> {
  while (!crowd.hasStopped()) {
    tend(service, { databaseIsKilled })
    await sleep(glance)
  }
  await crowd.done
}

export async function untilAtRest({ database }: Pick<Service, 'database'>, deadline: number): Promise<void> {
  const left = () => countUnfinished(database)
  const late = Date.now() + deadline - performance.now()
  await eventually('nothing is left to do', async () => (await left()) === 0, late).catch(async (cause: Error) => {
    // The jobs that hang are the interesting ones.
    const stuck = (await allJobs(database)).filter((job) => !isAtRest(job))
    const shown = stuck.slice(0, shownJobs).map(({ id, platform, status, attempts, fence, due_at, error }) => ({
      id,
      platform,
      status,
      attempts,
      fence,
      dueIn: Number(due_at) - Date.now(),
      error,
    }))
    throw new Error(`${stuck.length} jobs are left, such as ${JSON.stringify(shown)}`, { cause })
  })
}

const shownJobs = 10

export async function ledgerOf(platforms: Platforms) {
  const ledgers = await Promise.all(testedNames.map(async (name) => [name, await platforms.posts(name)] as const))
  return Object.fromEntries(ledgers)
}

const pageSize = 100

/** The API returns the same. */
async function assertApiAgrees(everybody: People, stored: readonly JobRow[]): Promise<void> {
  const byId = new Map(stored.map((job) => [job.id, job]))
  let shown = 0
  for (const { ask } of everybody)
    for (let page = 1; ; page += 1) {
      const { body } = await ask('GET', `/posts?per_page=${pageSize}&page=${page}`)
      for (const post of body.data.posts)
        for (const { jobId, status, platform_post_id } of post.jobs) {
          const job = byId.get(jobId)
          assert.deepEqual([status, platform_post_id], [job?.status, job?.platform_post_id])
          shown += 1
        }
      if (body.data.posts.length < pageSize) break
    }
  const cancelled = stored.filter(({ status }) => status === 'cancelled').length
  // Deleted posts are not returned; their jobs are cancelled.
  assert.ok(shown <= stored.length && shown >= stored.length - cancelled, `${shown} of ${stored.length} jobs are shown`)
}

/** The result as a table for people. */
export function tableOf({ counts, kills, seconds, scaledSeconds }: RunResult): string {
  const columns = [
    'platform',
    'accepted',
    'completed',
    'failed',
    'cancelled',
    'inDoubt',
    'visible',
    'comments',
    'withoutComment',
  ] as const
  const rows = [columns, ...counts.map((count) => columns.map((column) => String(count[column])))]
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  '))
  const reasons = counts.map(({ platform, reasons }) => `${platform} failed: ${JSON.stringify(reasons)}`)
  const summary = `${kills} kills in ${seconds} s; at rest ${scaledSeconds} scaled seconds after the last`
  return [...lines, ...reasons, summary].join('\n')
}
