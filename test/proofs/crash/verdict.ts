import assert from 'node:assert/strict'
import type { LedgerPost } from '../../../src/sandbox/shared/simulator.ts'
import type { JobRow } from '../../../src/store/jobs/jobs.ts'
import type { SentPost } from './crowd.ts'

/** All data to compare, when nothing is left to do. */
export interface Evidence {
  readonly sent: readonly SentPost[]
  /** Every stored job. */
  readonly jobs: readonly JobRow[]
  /** The visible posts on the platforms. */
  readonly ledger: Readonly<Record<string, readonly LedgerPost[]>>
}

/** How the jobs of a platform ended, and the number of visible posts. */
export interface Count {
  readonly platform: string
  readonly accepted: number
  readonly completed: number
  readonly failed: number
  readonly cancelled: number
  readonly inDoubt: number
  readonly visible: number
  readonly comments: number
  readonly withoutComment: number
  /** The number of failed jobs for each reason. */
  readonly reasons: Readonly<Record<string, number>>
}

/**
 * Counts on the platforms: each text of an account is visible as often as jobs are completed, plus at most the number
 * of jobs in doubt; each comment is visible once, or not at all if there is a warning.
 */
export function judge({ sent, jobs, ledger }: Evidence): Count[] {
  assertAllThere(sent, jobs)
  const faults = jobs.flatMap(faultsOfEnd)
  const cancelled = new Set(sent.flatMap((post) => post.cancelled))
  for (const { id, status } of jobs)
    if (cancelled.has(id) && status !== 'cancelled') faults.push(`job ${id} was cancelled and is ${status}`)
  const byPlatform = Map.groupBy(jobs, ({ platform }) => platform)
  for (const [platform, own] of byPlatform) faults.push(...faultsOfPlatform(platform, own, ledger[platform] ?? []))
  assert.deepEqual(faults.slice(0, shownFaults), [])
  const due = jobs.filter(({ status }) => status !== 'cancelled').length
  assert.ok(jobs.filter(isCompleted).length > due * leastCompleted, 'too few were published for this to say much')
  return [...byPlatform].map(([platform, own]) => countOf(platform, own, ledger[platform] ?? []))
}

const shownFaults = 20
/** Without cancelled jobs. */
const leastCompleted = 0.9

/** Every accepted post exists once, and nothing else does. */
function assertAllThere(sent: readonly SentPost[], jobs: readonly JobRow[]): void {
  const accepted = sent.flatMap(({ jobIds }) => jobIds)
  assert.deepEqual(
    jobs.map(({ id }) => id).sort((a, b) => a - b),
    [...accepted].sort((a, b) => a - b),
  )
}

function faultsOfEnd({ id, status, action, due_at, error, platform_post_id }: JobRow): string[] {
  const hasEnded = status === 'completed' || status === 'failed' || status === 'cancelled'
  if (due_at !== null) return [`job ${id} is ${status}, and still to be looked at`]
  if (!hasEnded && action?.code !== 'outcome_unknown') return [`job ${id} has ended as ${status}`]
  if ((status === 'completed') !== (platform_post_id !== null)) return [`job ${id} is ${status} as ${platform_post_id}`]
  return error === 'reconnect_required' || error === 'token_expired' ? [`job ${id} lost its login`] : []
}

const isInDoubt = ({ status }: JobRow): boolean => status === 'action_required'
const isCompleted = ({ status }: JobRow): boolean => status === 'completed'
const lostComment = ({ warnings }: JobRow): boolean => warnings.some(({ code }) => code === 'comment_failed')

function faultsOfPlatform(platform: string, jobs: readonly JobRow[], ledger: readonly LedgerPost[]): string[] {
  const visible = new Map(ledger.map((post) => [post.id, post]))
  const taken = new Set<string>()
  const faults: string[] = []
  for (const { id, platform_post_id, remote_account_id, content } of jobs.filter(isCompleted)) {
    const post = visible.get(platform_post_id ?? '')
    if (post?.text !== content.text || post.account_id !== remote_account_id)
      faults.push(`job ${id} is completed as ${platform_post_id}, which is ${JSON.stringify(post)}`)
    if (taken.has(platform_post_id ?? '')) faults.push(`job ${id} is completed as another’s post`)
    taken.add(platform_post_id ?? '')
  }
  const counts = countTexts(ledger)
  const texts = Map.groupBy(jobs, (job) => keyOf(job.remote_account_id, job.content.text))
  for (const [key, own] of texts) {
    const completed = own.filter(isCompleted).length
    const inDoubt = own.filter(isInDoubt).length
    const count = counts.get(key) ?? 0
    if (count < completed || count > completed + inDoubt)
      faults.push(`${platform} shows ${count} × ${key}; ${completed} are completed, ${inDoubt} in doubt`)
    counts.delete(key)
  }
  for (const job of jobs)
    for (const text of job.content.comments) {
      const key = keyOf(job.remote_account_id, text)
      const count = counts.get(key) ?? 0
      const isRight = isCompleted(job) ? count === 1 || (count === 0 && lostComment(job)) : count === 0
      if (!isRight)
        faults.push(`${platform} shows ${count} × ${key}, a comment of job ${job.id}, which is ${job.status}`)
      counts.delete(key)
    }
  return [...faults, ...[...counts].map(([key, count]) => `${platform} shows ${count} × ${key}, which nobody sent`)]
}

const keyOf = (account: string, text: string): string => JSON.stringify([account, text])

function countTexts(ledger: readonly LedgerPost[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { account_id, text } of ledger) {
    const key = keyOf(account_id, text)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function countOf(platform: string, jobs: readonly JobRow[], ledger: readonly LedgerPost[]): Count {
  const having = (isIt: (job: JobRow) => boolean) => jobs.filter(isIt).length
  return {
    platform,
    accepted: jobs.length,
    completed: having(isCompleted),
    failed: having(({ status }) => status === 'failed'),
    cancelled: having(({ status }) => status === 'cancelled'),
    inDoubt: having(isInDoubt),
    visible: ledger.filter(({ reply_to }) => reply_to === null).length,
    comments: ledger.filter(({ reply_to }) => reply_to !== null).length,
    withoutComment: having((job) => isCompleted(job) && lostComment(job)),
    reasons: Object.fromEntries(
      [...Map.groupBy(jobs, ({ error }) => error)].flatMap(([error, { length }]) =>
        error === null ? [] : [[error, length]],
      ),
    ),
  }
}
