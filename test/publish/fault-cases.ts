import { type FaultKind, faultKinds } from '../../src/sandbox/shared/simulator.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { isDrawn } from '../harness/drawn.ts'
import type { PlatformName } from '../harness/publishing.ts'
import { tested } from '../platforms/index.ts'
import type { Ending, Operation } from '../platforms/shared/endings.ts'
import { type JobView, published } from '../platforms/shared/seen.ts'
import type { FaultTable, Place, Way } from '../platforms/shared/tested.ts'

/** One call of one operation meets one fault. */
export interface FaultCase {
  readonly platform: PlatformName
  readonly operation: Operation
  readonly kind: FaultKind
  readonly ending: Ending
}

const faultCases: readonly FaultCase[] = Object.entries(tested).flatMap(([platform, { faults }]) =>
  Object.entries(faults.endings).flatMap(([operation, endings]) =>
    // The keys of the tables are of these types.
    faultKinds.map((kind) => ({ platform, operation, kind, ending: endings[kind] }) as FaultCase),
  ),
)

/**
 * The database makes no difference to a platform. Of most platforms, a sample is enough on PostgreSQL. Of the others, the
 * commits meet their faults on both databases, and each other call on one of them.
 */
export const casesOn = (database: DatabaseKind): readonly FaultCase[] =>
  faultCases.filter((one) => {
    const { onPostgres } = faultTableOf(one.platform)
    if (onPostgres) return database === 'sqlite' || onPostgres(one)
    return one.operation === 'create' || isDrawn(database, nameOf(one))
  })

const faultTableOf = (platform: PlatformName): FaultTable => tested[platform].faults

export const nameOf = ({ platform, operation, kind, ending }: FaultCase): string =>
  `${platform}: ${kind} at ${operation} ${inWords(ending)}`

function inWords(ending: Ending): string {
  if (ending === 'published') return 'is resolved within the attempt'
  if (ending === 'retried') return 'is tried again, and the post published once'
  if (ending === 'postponed') return 'waits until the platform lets it'
  if ('failed' in ending) return `fails the job with ${ending.failed}`
  return 'warned' in ending ? `leaves the warning ${ending.warned}` : 'needs the decision of a person'
}

export const wayOf = (one: FaultCase): Way => tested[one.platform].faults.way(one)

export const placeOf = (one: FaultCase): Place => tested[one.platform].faults.place(one)

const waitsFor = { create: 0, token: 0, account: 0, upload: 0, status: 0, comment: 1, read: 1 } as const

/** How many posts are visible while the job waits for the platform's next day. */
export const visibleMeanwhile = ({ operation }: FaultCase): 0 | 1 => waitsFor[operation]

export function expected(one: FaultCase): JobView {
  const { ending, operation } = one
  const comments = operation === 'comment' ? [1, 1] : []
  const again: JobView = { ...published, attempts: 2, events: ['post.delayed', 'post.published'] }
  if (ending === 'published') return { ...published, comments }
  if (ending === 'retried') return again
  if (ending === 'postponed') return visibleMeanwhile(one) === 0 ? again : { ...published, comments }
  const login = ending.login ?? 'good'
  if ('failed' in ending)
    return {
      ...published,
      login,
      attempts: ending.attempts ?? 1,
      status: 'failed',
      error: ending.failed,
      group: 'failed',
      events: [...(ending.attempts ? ['post.delayed'] : []), 'post.job_failed', 'post.failed'],
      posts: 0,
    }
  if ('unknown' in ending)
    return {
      ...published,
      login,
      status: 'action_required',
      group: 'processing',
      events: ['post.delayed'],
      posts: ending.unknown,
    }
  // If the login has ended with the first comment, the second can't be sent either.
  return login === 'ended'
    ? { ...published, login, comments: [0, 0], warnings: [ending.warned, 'reconnect_required'] }
    : { ...published, login, comments: comments.length > 0 ? [0, 1] : [], warnings: [ending.warned] }
}
