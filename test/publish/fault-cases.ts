import { type FaultKind, faultKinds } from '../../src/platforms/simulator.ts'
import type { SimulatedPlatform } from '../harness/publishing.ts'
import { type Ending, type Operation, table } from './fault-table.ts'
import { published, type Seen } from './seen.ts'

/** One call of one operation meets one fault. */
export interface FaultCase {
  readonly platform: SimulatedPlatform
  readonly operation: Operation
  readonly kind: FaultKind
  readonly ending: Ending
}

export const faultCases: readonly FaultCase[] = Object.entries(table).flatMap(([platform, operations]) =>
  Object.entries(operations).flatMap(([operation, endings]) =>
    // The keys of the table are of these types.
    faultKinds.map((kind) => ({ platform, operation, kind, ending: endings[kind] }) as FaultCase),
  ),
)

export const nameOf = ({ platform, operation, kind, ending }: FaultCase): string =>
  `${platform}: ${kind} at ${operation} ${inWords(ending)}`

function inWords(ending: Ending): string {
  if (ending === 'published') return 'is settled within the attempt'
  if (ending === 'retried') return 'is tried again, and the post published once'
  if (ending === 'postponed') return 'waits until the platform lets it'
  if ('failed' in ending) return `fails the job with ${ending.failed}`
  return 'warned' in ending ? `leaves the warning ${ending.warned}` : 'is for a person to settle'
}

/** What a text carries is met by that text alone; everything else by whoever comes first. */
export const isInText = ({ operation }: FaultCase): boolean => operation === 'create' || operation === 'comment'

/** It makes the login be renewed. */
const endsToken = ({ kind }: FaultCase): boolean => kind === 'token_expired' || kind === 'token_revoked'

export const needsVideo = ({ operation, kind }: FaultCase): boolean =>
  operation === 'status' || (operation === 'upload' && (kind === 'slow_processing' || kind === 'processing_failed'))

/**
 * Of cases with calls of the same operations, some of which meet what was asked for at the sandbox's door, one goes at a
 * time. A video makes calls of all kinds on Bluesky, so it needs a sandbox of its own.
 */
export function placeOf(one: FaultCase): { readonly bench: 'first' | 'second'; readonly line: string | null } {
  const { platform, operation } = one
  if (operation === 'read') return { bench: 'second', line: `${platform} read` }
  const isMixed = operation === 'upload' && (needsVideo(one) || endsToken(one))
  if (operation === 'status' || operation === 'account' || isMixed)
    return { bench: 'second', line: `${platform} video` }
  if (operation === 'upload') return { bench: 'first', line: `${platform} upload` }
  return { bench: 'first', line: operation === 'token' || endsToken(one) ? `${platform} token` : null }
}

const waitsFor = { create: 0, token: 0, account: 0, upload: 0, status: 0, comment: 1, read: 1 } as const

/** How many posts are visible while the job waits for the platform's next day. */
export const visibleMeanwhile = ({ operation }: FaultCase): 0 | 1 => waitsFor[operation]

export function expected(one: FaultCase): Seen {
  const { ending, operation } = one
  const comments = operation === 'comment' ? [1, 1] : []
  const again: Seen = { ...published, attempts: 2, events: ['post.delayed', 'post.published'] }
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
  // Where the login has ended with the first comment, the second can't be sent either.
  return login === 'ended'
    ? { ...published, login, comments: [0, 0], warnings: [ending.warned, 'reconnect_required'] }
    : { ...published, login, comments: [0, 1], warnings: [ending.warned] }
}
