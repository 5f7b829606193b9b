import { knownPlatform, tellUnknown, unknownAgain } from '../../accounts/known-platform.ts'
import { publishedPost } from '../../accounts/published-post.ts'
import { backoff } from '../../domain/backoff.ts'
import { laneKey } from '../../domain/lane.ts'
import { maxAbsences, nextRead } from '../../domain/metric-schedule.ts'
import { day, hour, minute } from '../../domain/time.ts'
import type { Live } from '../../platforms/shared/live.ts'
import type { Metrics, ReadMetrics } from '../../platforms/shared/reads.ts'
import { type AccountRow, findProfileAccount } from '../../store/accounts/accounts.ts'
import { putOffAudience, storeAudience } from '../../store/analytics/audience.ts'
import {
  accountPausedFor,
  type MeasuredAccount,
  type PutBack,
  putAccountBack,
} from '../../store/analytics/measured-accounts.ts'
import { type DuePost, listDuePosts, type PostRead, storeReads } from '../../store/analytics/measured-posts.ts'
import { writeTotals } from '../../store/analytics/post-totals.ts'
import { isAway } from '../../store/engine/away.ts'
import { LostLease, lockLeased } from '../../store/engine/leases.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { randomFraction } from '../../system/random.ts'
import { ask, type ReadOutcome } from '../ask.ts'
import { type PublishServices, persist } from '../job-work.ts'

/** Calls about posts that are made for an account before it rests, so that publishing is not delayed. */
const callsAtOnce = 20
const rest = minute
const audienceEvery = day
/** When to read again what a platform could not return, after everything else that is due. */
const putOff = hour

type Services = Omit<PublishServices, 'media' | 'greatestLateness'>

/** An account while its followers and posts are read. */
interface MeasureServices extends Services {
  readonly claim: MeasuredAccount
  readonly account: AccountRow
  readonly live: Live
  readonly signal: AbortSignal
}

type FailedRead = Extract<ReadOutcome<never>, { type: 'retry' | 'reconnect' }>

/** Whether the failure concerns the whole account. If it does, nothing else of the account is read. */
const isOfAccount = (outcome: FailedRead): boolean =>
  outcome.type === 'reconnect' ||
  outcome.wholeAccount === true ||
  outcome.notBefore !== undefined ||
  outcome.pause !== undefined

/** Reads what is due for a claimed account, and gives it back. If a part fails, what was read before is kept. */
export async function measure(services: Services, claim: MeasuredAccount, signal: AbortSignal): Promise<void> {
  try {
    crashPoint('measure.claimed')
    const back = await readDue(services, claim, signal)
    await persist(services, (tx) => putAccountBack(tx, claim, back))
  } catch (error) {
    // Another worker has the account, or will have it when this lease ends.
    if (error instanceof LostLease || signal.aborted) return
    services.log.error({ err: error, measured_account: claim.id }, 'the metrics of an account could not be read')
    // A bug would fail again at once. If the database was unreachable, the lease simply runs out.
    if (!isAway(error))
      await persist(services, (tx) => putAccountBack(tx, claim, restAfter(services, claim))).catch((err) =>
        services.log.error({ err, measured_account: claim.id }, 'the lease of an account could not be released'),
      )
  }
}

/** Nothing can be read until the account is connected again, which wakes it. */
const asleep: PutBack = { failures: 0, restFor: null }

async function readDue(services: Services, claim: MeasuredAccount, signal: AbortSignal): Promise<PutBack> {
  const { database, platforms, pace } = services
  const account = await findProfileAccount(database.read, claim.profile_id, claim.platform)
  if (account?.status !== 'connected') return asleep
  if (laneKey({ ...account, remoteId: account.remote_id }) !== claim.lane) return asleep
  const live = knownPlatform(platforms, claim)?.live
  if (!live) {
    tellUnknown(services.log, claim)
    return { failures: claim.failures, restFor: pace(unknownAgain) }
  }
  const paused = await accountPausedFor(database.read, claim.lane)
  if (paused > 0) return { failures: claim.failures, restFor: paused }
  const measuring = { ...services, claim, account, live, signal }
  const failed = (await readFollowers(measuring)) ?? (await readPosts(measuring))
  if (failed === 'more') return { failures: 0, restFor: pace(rest) }
  if (failed) return restAfter(services, claim, failed)
  return { failures: 0, restFor: live.readMetrics ? 0 : pace(audienceEvery) }
}

/** As long as the platform asks for, and longer with every failure in a row. Other accounts do not wait. */
function restAfter({ clock, pace }: Services, { failures }: MeasuredAccount, failed?: FailedRead): PutBack {
  const { notBefore = 0, pause = 0 } = failed?.type === 'retry' ? failed : {}
  const asked = Math.max(notBefore - clock.now(), pace(pause))
  return { failures: failures + 1, restFor: Math.max(asked, pace(backoff(failures + 1, randomFraction()))) }
}

async function readFollowers(measuring: MeasureServices): Promise<FailedRead | null> {
  const { claim, account, live, signal, pace } = measuring
  if (claim.audience_due_at > claim.claimed_at) return null
  const outcome =
    live.readAudience && (await ask(measuring, account, { operation: 'metrics', signal }, live.readAudience))
  const failed = outcome?.type === 'retry' || outcome?.type === 'reconnect' ? outcome : null
  if (failed && isOfAccount(failed)) return failed
  await persist(measuring, async (tx) => {
    const { now } = await lockLeased(tx, 'measured_accounts', claim)
    const every = pace(audienceEvery)
    if (outcome?.type === 'read')
      await storeAudience(tx, claim, {
        followers: outcome.value.followers,
        captured_at: now,
        day: Math.floor(now / every),
      })
    await putOffAudience(tx, claim, Math.ceil(now + (failed ? pace(putOff) : every)))
  })
  return null
}

/** Reads the due posts, as many per call as the platform allows. `more`: the rest waits until the account has rested. */
async function readPosts(measuring: MeasureServices): Promise<FailedRead | 'more' | null> {
  const { database, claim, account, live, signal } = measuring
  const { readMetrics } = live
  if (!readMetrics) return null
  for (let calls = 0; calls < callsAtOnce; calls += 1) {
    const due = await listDuePosts(database.read, claim.id, readMetrics.batch)
    if (due.length === 0) return null
    const posts = due.flatMap(({ job }) => publishedPost(job) ?? [])
    const outcome = await ask(measuring, account, { operation: 'metrics', signal }, (context) =>
      readMetrics.read(posts, context),
    )
    crashPoint('measure.answered')
    const failed = outcome.type === 'retry' || outcome.type === 'reconnect' ? outcome : null
    if (failed && isOfAccount(failed)) return failed
    await store(measuring, readMetrics, due, outcome)
    crashPoint('measure.stored')
    if (failed) return failed
  }
  return 'more'
}

/** Posts that the platform refused to report on are read at their next time, and those that it could not report on now sooner. */
async function store(
  measuring: MeasureServices,
  { window }: ReadMetrics,
  due: readonly DuePost[],
  outcome: ReadOutcome<ReadonlyMap<string, Metrics>>,
): Promise<void> {
  const read = outcome.type === 'read' ? outcome.value : null
  await persist(measuring, async (tx) => {
    const { now } = await lockLeased(tx, 'measured_accounts', measuring.claim)
    const reads = due.map((post): PostRead => {
      const metrics = read?.get(post.job.platform_post_id ?? '') ?? null
      const absences = metrics ? 0 : post.absences + (read ? 1 : 0)
      const isGone = absences >= maxAbsences
      const next = isGone ? null : nextDue(measuring, post, now)
      const soon = Math.ceil(now + measuring.pace(putOff))
      const dueAt = next !== null && outcome.type === 'retry' ? Math.min(next, soon) : next
      return { id: post.job.id, metrics, absences, dueAt }
    })
    await storeReads(tx, reads, { window, now })
    if (read && read.size > 0) await writeTotals(tx, [...new Set(due.map(({ job }) => job.post_id))])
  })
}

/** A post that was read early is not read again at the time that it was due. */
function nextDue({ pace }: Services, { publishedAt, dueAt }: DuePost, now: number): number | null {
  const scaled = pace(1)
  const next = nextRead(Math.round((Math.max(dueAt, now) - publishedAt) / scaled))
  return next === null ? null : Math.ceil(publishedAt + next * scaled)
}
