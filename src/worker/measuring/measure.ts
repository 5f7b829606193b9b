import { publishedPost } from '../../accounts/published-post.ts'
import { backoff } from '../../domain/backoff.ts'
import { laneKey } from '../../domain/lane.ts'
import { maxAbsences, nextRead } from '../../domain/metric-schedule.ts'
import { day, hour, minute } from '../../domain/time.ts'
import type { Live } from '../../platforms/shared/live.ts'
import type { Metrics, ReadMetrics } from '../../platforms/shared/reads.ts'
import { type AccountRow, findProfileAccount } from '../../store/accounts.ts'
import { putOffAudience, storeAudience } from '../../store/audience.ts'
import { isAway } from '../../store/engine/database.ts'
import { LostLease, lockHeld } from '../../store/engine/leases.ts'
import { lanePausedFor, type MeasuredAccount, type PutBack, putAccountBack } from '../../store/measured-accounts.ts'
import { type AskedPost, type DuePost, listDuePosts, storeReads } from '../../store/measured-posts.ts'
import { writeTotals } from '../../store/post-totals.ts'
import { crashPoint } from '../../system/crash-point.ts'
import { randomFraction } from '../../system/random.ts'
import { ask, type Told } from '../ask.ts'
import { type PublishServices, persist } from '../turn.ts'

/** Calls about posts that are made for an account before it rests: what is published must find room beside them. */
const callsAtOnce = 20
const rest = minute
const audienceEvery = day
/** What a platform could not tell just now is asked for again after this, behind what else is due. */
const putOff = hour

type Services = Omit<PublishServices, 'media'>

/** An account while its followers and posts are read. */
interface Measuring extends Services {
  readonly claim: MeasuredAccount
  readonly account: AccountRow
  readonly live: Live
  readonly signal: AbortSignal
}

type Failed = Extract<Told<never>, { type: 'retry' | 'reconnect' }>

/** Whether it is about the whole account: nothing else of it is asked for then. */
const isOfAccount = (told: Failed): boolean =>
  told.type === 'reconnect' || told.wholeAccount === true || told.notBefore !== undefined || told.pause !== undefined

/** Reads what is due of a claimed account, and gives it back. What was read of a part of it is kept if the rest fails. */
export async function measure(services: Services, claim: MeasuredAccount, signal: AbortSignal): Promise<void> {
  try {
    crashPoint('measure.claimed')
    const back = await readDue(services, claim, signal)
    await persist({ ...services, signal }, (tx) => putAccountBack(tx, claim, back))
  } catch (error) {
    // Another worker has the account, or will have it when this one's lease has run out.
    if (error instanceof LostLease || signal.aborted) return
    services.log.error({ err: error, measured_account: claim.id }, 'an account could not be read')
    // A mistake of ours would come again at once; a database that is away would not.
    if (!isAway(error))
      await persist({ ...services, signal }, (tx) => putAccountBack(tx, claim, restAfter(services, claim))).catch(
        (err) => services.log.error({ err, measured_account: claim.id }, 'an account could not be given back'),
      )
  }
}

/** Nothing can be read before the account is connected again, which wakes it. */
const asleep: PutBack = { failures: 0, restFor: null }

async function readDue(services: Services, claim: MeasuredAccount, signal: AbortSignal): Promise<PutBack> {
  const { database, platforms, pace } = services
  const account = await findProfileAccount(database.read, claim.profile_id, claim.platform)
  if (account?.status !== 'connected') return asleep
  if (laneKey({ ...account, remoteId: account.remote_id }) !== claim.lane) return asleep
  const live = platforms.find(({ name }) => name === claim.platform)?.live
  if (!live) return { failures: 0, restFor: pace(day) }
  const paused = await lanePausedFor(database.read, claim.lane)
  if (paused > 0) return { failures: claim.failures, restFor: paused }
  const measuring = { ...services, claim, account, live, signal }
  const failed = (await readFollowers(measuring)) ?? (await readPosts(measuring))
  if (failed === 'more') return { failures: 0, restFor: pace(rest) }
  if (failed) return restAfter(services, claim, failed)
  return { failures: 0, restFor: live.readMetrics ? 0 : pace(audienceEvery) }
}

/** As long as the platform asks for, and the longer the oftener it has failed; other accounts do not wait. */
function restAfter({ clock, pace }: Services, { failures }: MeasuredAccount, failed?: Failed): PutBack {
  const { notBefore = 0, pause = 0 } = failed?.type === 'retry' ? failed : {}
  const asked = Math.max(notBefore - clock.now(), pace(pause))
  return { failures: failures + 1, restFor: Math.max(asked, pace(backoff(failures + 1, randomFraction()))) }
}

async function readFollowers(measuring: Measuring): Promise<Failed | null> {
  const { claim, account, live, signal, pace } = measuring
  if (claim.audience_due_at > claim.claimed_at) return null
  const told = live.readAudience && (await ask(measuring, account, signal, live.readAudience))
  const failed = told?.type === 'retry' || told?.type === 'reconnect' ? told : null
  if (failed && isOfAccount(failed)) return failed
  await persist(measuring, async (tx) => {
    const { now } = await lockHeld(tx, 'measured_accounts', claim)
    const every = pace(audienceEvery)
    if (told?.type === 'read')
      await storeAudience(tx, claim, {
        followers: told.value.followers,
        captured_at: now,
        day: Math.floor(now / every),
      })
    await putOffAudience(tx, claim, Math.ceil(now + (failed ? pace(putOff) : every)))
  })
  return null
}

/** Reads the posts that are due, as many in a call as the platform lets; `more`: others have to wait until it has rested. */
async function readPosts(measuring: Measuring): Promise<Failed | 'more' | null> {
  const { database, claim, account, live, signal } = measuring
  const { readMetrics } = live
  if (!readMetrics) return null
  for (let calls = 0; calls < callsAtOnce; calls += 1) {
    const due = await listDuePosts(database.read, claim.id, readMetrics.batch)
    if (due.length === 0) return null
    const posts = due.flatMap(({ job }) => publishedPost(job) ?? [])
    const told = await ask(measuring, account, signal, (context) => readMetrics.read(posts, context))
    crashPoint('measure.answered')
    const failed = told.type === 'retry' || told.type === 'reconnect' ? told : null
    if (failed && isOfAccount(failed)) return failed
    await store(measuring, readMetrics, due, told)
    crashPoint('measure.stored')
    if (failed) return failed
  }
  return 'more'
}

/** What the platform refused to tell of these posts is asked at their next time; what it could not tell just now, sooner. */
async function store(
  measuring: Measuring,
  { window }: ReadMetrics,
  due: readonly DuePost[],
  told: Told<ReadonlyMap<string, Metrics>>,
): Promise<void> {
  const read = told.type === 'read' ? told.value : null
  await persist(measuring, async (tx) => {
    const { now } = await lockHeld(tx, 'measured_accounts', measuring.claim)
    const asked = due.map((post): AskedPost => {
      const metrics = read?.get(post.job.platform_post_id ?? '') ?? null
      const absences = metrics ? 0 : post.absences + (read ? 1 : 0)
      const isGone = absences >= maxAbsences
      const next = isGone ? null : nextDue(measuring, post, now)
      const soon = Math.ceil(now + measuring.pace(putOff))
      const dueAt = next !== null && told.type === 'retry' ? Math.min(next, soon) : next
      return { id: post.job.id, metrics, absences, dueAt }
    })
    await storeReads(tx, asked, { window, now })
    if (read && read.size > 0) await writeTotals(tx, [...new Set(due.map(({ job }) => job.post_id))])
  })
}

/** One that was read early is not read again at the time for which it was. */
function nextDue({ pace }: Services, { publishedAt, dueAt }: DuePost, now: number): number | null {
  const scaled = pace(1)
  const next = nextRead(Math.round((Math.max(dueAt, now) - publishedAt) / scaled))
  return next === null ? null : Math.ceil(publishedAt + next * scaled)
}
