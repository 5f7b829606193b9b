import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../domain/actor.ts'
import type { JobError } from '../domain/job-error.ts'
import { laneKey } from '../domain/lane.ts'
import type { Outcome, PublishedPost } from '../domain/outcome.ts'
import { second } from '../domain/time.ts'
import { OutboundFault } from '../outbound/fault.ts'
import type { AccountContext } from '../platforms/shared/context.ts'
import type { AskedReply, ReplyAction } from '../platforms/shared/reads.ts'
import type { AccountRow } from '../store/accounts/accounts.ts'
import {
  announceReply,
  askForReplyIn,
  forgetReply,
  keepSentReply,
  type ReplyAnnouncement,
  type ReplyRow,
} from '../store/comments/replies.ts'
import { isAway } from '../store/engine/away.ts'
import type { Database, Transaction } from '../store/engine/database.ts'
import { LostLease } from '../store/engine/leases.ts'
import { storeAnswer } from '../store/engine/until-stored.ts'
import type { JobRow } from '../store/jobs/jobs.ts'
import { crashPoint } from '../system/crash-point.ts'
import type { Log } from '../system/log.ts'
import type { Pace } from '../system/pace.ts'
import type { CallAs } from './call-as.ts'

export interface ReplyServices {
  readonly database: Database
  readonly accounts: { readonly callAs: CallAs }
  readonly log: Log
  readonly pace: Pace
}

/** An answer to a comment under a post of the account. */
export interface NewReply extends Pick<AskedReply, 'post' | 'commentId' | 'message'> {
  readonly job: JobRow
  readonly account: AccountRow
  readonly action: ReplyAction
  /** Null for an automatic reply. */
  readonly by: Actor | null
}

export type ReplyResult<T> =
  | { readonly type: 'sent'; readonly saved: T }
  /** It is unknown whether the reply was posted; a worker finds out. */
  | { readonly type: 'unknown'; readonly message: string }
  /** Nothing was sent, because an earlier reply like it may have been posted: that must be known first. `lost`: it never will be. */
  | { readonly type: 'in doubt'; readonly about: 'equal' | 'alike' | 'lost' }
  /** It was certainly not posted. */
  | {
      readonly type: 'refused'
      readonly error: JobError
      readonly message: string
      readonly reconnect: boolean
      /** When it may succeed, in milliseconds since 1970, as far as the platform says. */
      readonly notBefore?: number
    }

/** How long sending may take, over all calls. */
const longestSend = 150 * second
/** How much longer the lease holds, to store the outcome; after that a worker asks. */
const leaseReserve = 30 * second
/** Also when tests shorten all times. */
const shortestSend = 5 * second
const shortestReserve = 3 * second
/** How long to wait for a reply with the same text that is being sent. */
const longestWait = 20 * second
const pause = 100 // milliseconds between looks whether it has arrived
/** When to ask first: a platform may show at once what it has accepted, although its response was lost. */
const firstAsk = 2 * second

/**
 * Sends a reply that was not sent before: it is stored as announced, then sent, then its outcome is stored, and `keep`
 * stores in the same transaction what the caller needs. If the same reply was sent before, its result is returned. A
 * process that dies half-way leaves a reply in doubt, which is resolved by asking, never by sending it again.
 */
export async function sendReply<T>(
  services: ReplyServices,
  reply: NewReply,
  keep: (tx: Transaction, published: PublishedPost) => Promise<T>,
): Promise<ReplyResult<T>> {
  const { database, pace } = services
  const sendTime = Math.max(shortestSend, pace(longestSend))
  const announced = await announce(services, reply, sendTime + Math.max(shortestReserve, pace(leaseReserve)))
  if (announced.type === 'alike') return { type: 'in doubt', about: 'alike' }
  const { reply: row } = announced
  if (announced.type === 'equal') {
    const published = publishedOf(row)
    if (published === null) return { type: 'in doubt', about: row.status === 'begun' ? 'equal' : 'lost' }
    return { type: 'sent', saved: await database.step((tx) => keep(tx, published)) }
  }
  crashPoint('reply.begun')
  const outcome = await send(services, reply, row, AbortSignal.timeout(sendTime))
  crashPoint('reply.answered')
  try {
    // Without its caller only the outcome is stored: the response of a later request takes it from there.
    const later = () => store(services, row, outcome, async () => {})
    return await storeAnswer(services.log, () => store(services, row, outcome, keep), later)
  } catch (error) {
    if (error instanceof LostLease) return { type: 'unknown', message: 'Sending the reply took too long.' }
    if (isAway(error)) return { type: 'unknown', message: 'Its result could not be stored yet.' }
    throw error
  }
}

const publishedOf = ({ reply_id: id, url }: ReplyRow): PublishedPost | null => (id === null ? null : { id, url })

/** A reply with the same text that is being sent has usually arrived in a moment; one in doubt takes longer. */
async function announce({ database, pace }: ReplyServices, reply: NewReply, lease: number): Promise<ReplyAnnouncement> {
  const { job, account, commentId, message, by } = reply
  const { environment, platform, remote_id: remoteId } = account
  const row = {
    user_id: job.user_id,
    profile_id: account.profile_id,
    job_id: job.id,
    platform,
    lane: laneKey({ environment, platform, remoteId }),
    comment_id: commentId,
    message,
    created_by: by,
  }
  const begun = performance.now()
  for (;;) {
    const announced = await database.transaction((tx) => announceReply(tx, row, lease))
    if (announced.type !== 'alike' || announced.inDoubt || performance.now() - begun > pace(longestWait))
      return announced
    await sleep(pause)
  }
}

async function send(
  { accounts, log }: ReplyServices,
  { account, action, post, commentId, message }: NewReply,
  { started_at: since, id }: ReplyRow,
  signal: AbortSignal,
): Promise<Outcome> {
  let isAsked = false
  try {
    return await accounts.callAs(account, { operation: 'reply', signal, isAside: true }, (context) => {
      isAsked = true
      return action.send({ post, commentId, message, since, others: [] }, watched(context))
    })
  } catch (error) {
    // The platform was not called; the announcement expires.
    if (!isAsked) throw error
    if (error instanceof OutboundFault && !error.sent)
      return {
        type: 'retry',
        error: 'platform_unavailable',
        message: `The platform could not be reached: ${error.message}`,
      }
    log.warn({ err: error, reply: id }, 'sending a reply failed with an unexpected error')
    return { type: 'unknown', message: 'The platform’s response was lost or could not be read.' }
  }
}

/** Here tests end the process between a call and its response. */
const watched = (context: AccountContext): AccountContext => ({
  ...context,
  http: {
    request: async (request) => {
      const response = await context.http.request(request)
      crashPoint('reply.sent')
      return response
    },
  },
})

async function store<T>(
  { database, pace }: ReplyServices,
  row: ReplyRow,
  outcome: Outcome,
  keep: (tx: Transaction, published: PublishedPost) => Promise<T>,
): Promise<ReplyResult<T>> {
  switch (outcome.type) {
    case 'done': {
      const { published } = outcome
      if (!published) break
      const saved = await database.step(async (tx) => {
        await keepSentReply(tx, row, published)
        return keep(tx, published)
      })
      crashPoint('reply.stored')
      return { type: 'sent', saved }
    }
    case 'retry':
    case 'rejected':
    case 'reconnect': {
      await database.step((tx) => forgetReply(tx, row))
      const { type, ...why } = outcome
      return { ...why, type: 'refused', reconnect: type === 'reconnect' }
    }
  }
  await database.step((tx) => askForReplyIn(tx, row, pace(firstAsk)))
  return {
    type: 'unknown',
    message: 'message' in outcome ? outcome.message : 'The platform did not return the ID of the reply.',
  }
}
