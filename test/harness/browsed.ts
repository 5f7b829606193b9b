import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { laneKey } from '../../src/domain/lane.ts'
import { type Metrics, type MetricWindow, noMetrics } from '../../src/domain/metrics.ts'
import { measurePosts, storeReads } from '../../src/store/analytics/measured-posts.ts'
import { writeTotals } from '../../src/store/analytics/post-totals.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { takeIds } from '../../src/store/engine/ids.ts'
import { markPostDeleted } from '../../src/store/posts/posts.ts'
import { randomText } from '../../src/system/random.ts'
import type { InstanceData } from './database.ts'
import type { User } from './instance.ts'
import { insertFile, openInstanceData } from './rows.ts'

/** A group for a test, with the metrics of its platforms; null: nothing was read from that platform. */
export interface TestGroup {
  readonly platforms: readonly { readonly name: string; readonly metrics: Partial<Metrics> | null }[]
  readonly createdAt?: number
  readonly message?: string
  readonly media?: readonly ('image/png' | 'video/mp4')[]
  readonly status?: string
  readonly scheduledAt?: number | null
}

export interface InsertedGroup {
  readonly id: number
  readonly batchId: string
  readonly jobIds: readonly number[]
}

/** Writes groups and metrics into the instance's database, as workers would have stored them. */
export interface AnalyticsRows {
  readonly insert: (user: User, groups: readonly TestGroup[]) => Promise<InsertedGroup[]>
  /** Stores the metrics of jobs at one time. */
  readonly measure: (
    reads: readonly { readonly jobId: number; readonly metrics: Partial<Metrics> }[],
    window?: MetricWindow,
  ) => Promise<void>
  /** Deletes the post. */
  readonly remove: (id: number) => Promise<void>
  readonly close: () => Promise<void>
}

export async function openAnalyticsRows(instanceData: InstanceData): Promise<AnalyticsRows> {
  const database = openInstanceData(instanceData)
  // Waiting here for a transaction of the instance would block it, because both run in this process.
  if (instanceData.kind === 'sqlite') await sql`pragma busy_timeout = 0`.execute(database.kysely)

  const measure: AnalyticsRows['measure'] = async (reads, window = 'lifetime') => {
    const now = Date.now()
    const posts = reads.map(({ jobId, metrics }) => ({
      ...{ id: jobId, metrics: { ...noMetrics, ...metrics }, dueAt: null, absences: 0 },
    }))
    await database.transaction(async (tx) => {
      await storeReads(tx, posts, { window, now })
      const ids = posts.map(({ id }) => id)
      const jobs = await tx.selectFrom('jobs').select('post_id').distinct().where('id', 'in', ids).execute()
      await writeTotals(
        tx,
        jobs.map(({ post_id }) => post_id),
      )
    })
  }

  return {
    measure,
    insert: async (user, groups) => {
      const planted: InsertedGroup[] = []
      for (const group of groups) planted.push(await insertGroup(database, user, group))
      const reads = groups.flatMap(({ platforms }, at) =>
        platforms.flatMap(({ metrics }, platform) =>
          metrics ? [{ jobId: planted[at]?.jobIds[platform] ?? 0, metrics }] : [],
        ),
      )
      if (reads.length > 0) await measure(reads)
      return planted
    },
    remove: (id) =>
      database.transaction((tx) =>
        markPostDeleted(tx, id, { by: { type: 'key', id: 1, name: 'test' }, now: Date.now() }),
      ),
    close: database.close,
  }
}

async function insertGroup(database: Database, user: User, group: TestGroup): Promise<InsertedGroup> {
  const now = group.createdAt ?? Date.now()
  const batchId = `batch_${randomText(24)}`
  const message = group.message ?? 'Planted.'
  const status = group.status ?? 'successful'
  const keys: string[] = []
  for (const contentType of group.media ?? []) keys.push(await insertFile(database.kysely, user.id, { contentType }))
  return database.transaction(async (tx) => {
    const [id, ...jobIds] = await takeIds(tx, 1 + group.platforms.length)
    const owned = { user_id: user.id, profile_id: user.profileId, created_at: now, updated_at: now, warnings: '[]' }
    await tx
      .insertInto('posts')
      .values({
        ...owned,
        ...{ id, batch_id: batchId, message, status, source: 'api', revision: 1, comments: '[]' },
        platforms: JSON.stringify(group.platforms.map(({ name }) => name)),
        media: JSON.stringify(keys.map((key) => ({ key, url: `https://a/${key}`, thumbnailUrl: null, altText: null }))),
        search: `${batchId}\n${message}`.toLowerCase(),
        scheduled_at: group.scheduledAt ?? null,
        posted_at: status === 'successful' ? now : null,
      })
      .execute()
    for (const [at, { name }] of group.platforms.entries()) {
      const lane = laneKey({ environment: 'sandbox', platform: name, remoteId: user.profileId })
      const job = { ...owned, ...{ id: jobIds[at] ?? 0, post_id: id, platform: name, lane } }
      await tx
        .insertInto('jobs')
        .values({
          ...job,
          ...{ named: name, environment: 'sandbox', remote_account_id: user.profileId, status: 'completed' },
          ...{ scheduled_for: now, fence: 1, attempts: 1, content: '{}', told_delayed: '[]', dropped: 0 },
        })
        .execute()
      await measurePosts(tx, [{ ...job, platformPostId: null, dueIn: 0 }])
    }
    return { id, batchId, jobIds }
  })
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape, and the client parses them.
export type BrowsePage = any

export async function browse(
  { ask }: Pick<User, 'ask'>,
  query: Readonly<Record<string, unknown>>,
): Promise<BrowsePage> {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
  const { status, body, text } = await ask('GET', `/analytics/posts?${given}`)
  assert.equal(status, 200, text)
  return body.data
}

/** All pages in order; `between` runs after each page except the last. */
export async function browsePages(
  user: Pick<User, 'ask'>,
  query: Readonly<Record<string, unknown>>,
  mode: 'cursor' | 'numbered',
  between: () => Promise<void> = async () => {},
): Promise<BrowsePage[]> {
  const pages = [await browse(user, mode === 'cursor' ? query : { ...query, page: 1 })]
  for (;;) {
    const last = pages.at(-1)
    if (mode === 'cursor' ? last.next_cursor === null : pages.length >= last.total_pages) return pages
    await between()
    const next =
      mode === 'cursor' ? { cursor: last.next_cursor } : { page: pages.length + 1, snapshot_at: last.snapshot_at }
    pages.push(await browse(user, { ...query, ...next }))
  }
}

export const idsOf = (pages: readonly BrowsePage[]): number[] =>
  pages.flatMap(({ groups }) => groups.map(({ post_id }: { post_id: number }) => post_id))
