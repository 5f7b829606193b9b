import { day } from '../../domain/time.ts'
import { countComments, keepListed, removeUnseen } from '../../store/comments/comments.ts'
import type { Sweep, WatchedPost } from '../../store/comments/watched-posts.ts'
import { ask, type ReadOutcome } from '../ask.ts'
import { persistWhileLeased } from '../job-work.ts'
import type { AnswerServices, Halt, Readable } from './answerable.ts'

/** Pages of comments that are read per run, and comments per page. */
const pagesAtOnce = 4
const pageSize = 50
/** How often all comments are read, to find those that were edited or deleted. */
const sweepEvery = day
/** A post with more comments is not swept: only the new ones are read. */
const maxSwept = 5_000

/** The result of a run that reads comments. A page that was read is kept, whatever happens to the next one. */
export interface ReadOnce {
  readonly found: number
  readonly sweep?: Sweep | undefined
  /** Why it ended early. */
  readonly halt: Halt | null
  /** The platform refused, which says nothing about the account. */
  readonly isRefused?: boolean
}

interface Pages {
  readonly found: number
  /** `known`: a page had nothing new. `more`: the run has read enough. */
  readonly end: 'last' | 'known' | 'more' | 'refused' | Halt
  /** Where the next page begins. */
  readonly cursor: string | null
}

/**
 * Reads the comments of a post from the newest one to the first page without a new one. If a run cannot get that far, the
 * next runs continue where it stopped; once a day they read all comments. What is missing from a whole list is removed.
 */
export async function readComments(
  services: AnswerServices,
  readable: Readable,
  claim: WatchedPost,
  signal: AbortSignal,
): Promise<ReadOnce> {
  const { database, pace } = services
  const costs = readable.platform.live.listingCosts === true
  const { sweep_cursor: before } = claim
  const isDue = !costs && before === null && claim.claimed_at - claim.sweep_at >= pace(sweepEvery)
  const budget = { pages: pagesAtOnce }
  const read = (from: string | null, toKnown: boolean) =>
    readPages(services, readable, signal, { from, toKnown, since: claim.claimed_at, budget })
  const top = await read(null, !isDue)
  const whole = top.end === 'last' || top.end === 'more'
  const sweep_at = whole ? claim.claimed_at : claim.sweep_at
  const below = top.end === 'known' && before !== null ? await read(before, costs) : top
  const found = top === below ? top.found : top.found + below.found
  const { end } = below
  if (typeof end === 'object') return { found, halt: end }
  if (end === 'last')
    await persistWhileLeased({ ...services, signal }, (tx) =>
      removeUnseen(tx, claim.id, { since: sweep_at, reach: readable.platform.live.commentsReach }),
    )
  const goesOn = end === 'more' && (await countComments(database.read, claim.id)) <= maxSwept
  const sweep = { sweep_at, sweep_cursor: goesOn ? below.cursor : null }
  return { found, sweep, halt: null, isRefused: end === 'refused' }
}

interface CommentQuery {
  readonly from: string | null
  readonly toKnown: boolean
  readonly since: number
  readonly budget: { pages: number }
}

async function readPages(
  services: AnswerServices,
  { account, job, post, readComments }: Readable,
  signal: AbortSignal,
  { from, toKnown, since, budget }: CommentQuery,
): Promise<Pages> {
  let cursor = from
  for (let found = 0; ; ) {
    const outcome = await ask(services, account, { operation: 'comments', signal }, (context) =>
      readComments({ post, limit: pageSize, cursor }, context),
    )
    if (outcome.type !== 'read') return { found, cursor, end: endOf(services, outcome) }
    const { comments, next, gaps } = outcome.value
    const fresh = await persistWhileLeased(
      { ...services, signal },
      (tx) => keepListed(tx, job, { since, comments, gaps }),
      'transaction',
    )
    found += fresh
    budget.pages -= 1
    cursor = next
    if (next === null) return { found, cursor, end: 'last' }
    if (toKnown && fresh === 0) return { found, cursor, end: 'known' }
    if (budget.pages <= 0) return { found, cursor, end: 'more' }
  }
}

function endOf({ clock, pace }: AnswerServices, outcome: Exclude<ReadOutcome<never>, { type: 'read' }>): Pages['end'] {
  if (outcome.type === 'reconnect') return { type: 'asleep' }
  if (outcome.type === 'rejected') return 'refused'
  const { notBefore = 0, pause = 0 } = outcome
  return { type: 'failed', atLeast: Math.max(notBefore - clock.now(), pace(pause)), account: true }
}
