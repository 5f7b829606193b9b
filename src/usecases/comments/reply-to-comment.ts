import { longestRead } from '../../accounts/read.ts'
import { type NewReply, type ReplyResult, sendReply } from '../../accounts/send-reply.ts'
import { PublicError, unavailable } from '../../contract/errors.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import { findComments } from '../../store/comments/inbox.ts'
import { findReply, type ReplyRow } from '../../store/comments/replies.ts'
import type { Reader, Transaction } from '../../store/engine/database.ts'
import { findHold } from '../../store/hold.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import { actorOf } from '../actor-of.ts'
import type { Call, Caller, UseCase } from '../context.ts'
import { platformNamed } from '../destinations.ts'
import { malformed } from '../refuse.ts'
import { checkComment, lookedThrough } from './check-comment.ts'
import { checkMessage } from './checked-message.ts'
import { commentedPost, groupOf, readPage, type UnreadablePost, unreadableError } from './commented-post.ts'

export const replyToComment: UseCase<'replyToComment'> = async (call) => {
  const { database, caller, body } = call
  const { comment_id: commentId, message } = body
  await refuseIfHeld(call)
  const jobs = await answerableJobs(call)
  const earlier = await findReply(
    database.read,
    jobs.map(({ id }) => id),
    { commentId, message },
  )
  if (earlier) return repeated(call, jobs, earlier)
  const job = await answeredJob(call, jobs)
  const found = await commentedPost(call, job, await answeringProfile(database.read, caller, job))
  if (found.type === 'unreadable') throw unreadableError(found)
  const { platform, account, post } = found
  const action = actionFor(platform, job)
  checkMessage(platform, job.named, message)
  await checkComment(call, found, commentId)
  const reply = { job, account, post, action, commentId, message, by: actorOf(caller) }
  const sent = await sendReply(call, reply, (tx, { id }) => answerWith(call, tx, job, id))
  if (sent.type === 'sent') return sent.saved
  throw unsent(sent, platform.title, job)
}

const answerWith = ({ answer, body }: ReplyCall, tx: Transaction, job: JobRow, reply_id: string) =>
  answer(tx, {
    status: 'ok' as const,
    data: {
      post_id: job.id,
      platform: job.named,
      remote_post_id: job.platform_post_id ?? '',
      comment_id: body.comment_id,
      reply_id,
      message: body.message,
    },
  })

/** The same words were sent to the same comment before: the stored outcome is the answer, and no platform is asked. */
async function repeated(call: ReplyCall, jobs: readonly JobRow[], { job_id, reply_id, status }: ReplyRow) {
  const job = jobs.find(({ id }) => id === job_id)
  if (!job) throw new Error('A reply was found under another post.')
  if (reply_id !== null) return call.database.step((tx) => answerWith(call, tx, job, reply_id))
  const { title = job.named } = platformNamed(call.platforms, job.platform) ?? {}
  throw unsent({ type: 'in doubt', about: status === 'begun' ? 'equal' : 'lost' }, title, job)
}

/** The profile that can answer: that of the post, or the one in which its account is connected now. */
async function answeringProfile(db: Reader, { userId }: Caller, job: JobRow): Promise<string> {
  const accounts = await listAccounts(db, userId)
  const same = accounts
    .filter(({ platform }) => platform === job.platform)
    .filter((one) => one.remote_id === job.remote_account_id && one.environment === job.environment)
  const own = same.find(({ profile_id }) => profile_id === job.profile_id)
  return (own ?? same[0])?.profile_id ?? job.profile_id
}

type ReplyCall = Call<'replyToComment'>

/** The record of a reply that was sent already may be missing from a restored database. */
async function refuseIfHeld({ database }: ReplyCall): Promise<void> {
  if (await findHold(database.read))
    throw unavailable(
      'The database of this instance was restored, and nothing is sent to platforms until its operator releases it. Reply again after that.',
    )
}

/** The job of the ID, or all jobs of its group. */
async function answerableJobs({ database, caller, body }: ReplyCall): Promise<readonly JobRow[]> {
  const { jobs } = await groupOf(database.read, caller, body.post_id)
  const named = jobs.filter(({ id }) => id === body.post_id)
  return named.length > 0 ? named : jobs
}

/** The job that published the post with the comment. */
async function answeredJob(call: ReplyCall, jobs: readonly JobRow[]): Promise<JobRow> {
  const { database, caller, body } = call
  const [first, ...others] = jobs
  if (first && others.length === 0) return first
  const known = await findComments(
    database.read,
    jobs.map(({ id }) => id),
    [body.comment_id],
  )
  const [holder, ...ambiguous] = jobs.filter(({ id }) => known.some(({ job_id }) => job_id === id))
  if (holder && ambiguous.length === 0) return holder
  const found = await Promise.all(
    jobs.map(async (job) => commentedPost(call, job, await answeringProfile(database.read, caller, job))),
  )
  const possible = found.filter((one) => one.type === 'there' || one.code !== 'unsupported')
  if (possible.length === 1 && possible[0]) return possible[0].job
  const { holding, fault } = await lookThrough(call, possible)
  const [only, ...more] = holding
  if (only && more.length === 0) return only.job
  // The comment may be on the platform that could not be read.
  if (!only && fault) throw unreadableError(fault)
  throw malformed([
    {
      path: 'post_id',
      code: 'not_resolved',
      message:
        'Polypost cannot find the platform of this comment. Send the `post_id` that GET /comments returns with the comment.',
    },
  ])
}

async function lookThrough(call: ReplyCall, possible: Awaited<ReturnType<typeof commentedPost>>[]) {
  const signal = AbortSignal.timeout(longestRead)
  const read = await Promise.all(
    possible.map(async (one) => {
      const page =
        one.type === 'there' ? await readPage(call, one, { limit: lookedThrough, cursor: null }, signal) : one
      return { one, page }
    }),
  )
  const { comment_id } = call.body
  return {
    holding: read.flatMap(({ one, page }) =>
      page.type === 'read' && page.value.comments.some(({ id }) => id === comment_id) ? [one] : [],
    ),
    fault: read.flatMap(({ page }) => (page.type === 'unreadable' && page.code === 'platform_error' ? [page] : []))[0],
  }
}

function actionFor({ title, live, postTypes }: Platform, job: JobRow): NewReply['action'] {
  const unsupported = (message: string): UnreadablePost => ({ type: 'unreadable', job, code: 'unsupported', message })
  if (!live.reply) throw unreadableError(unsupported(`Comments on ${title} can’t be answered from here.`))
  const type = postTypes.find(({ name }) => name === job.content.postType)
  if (type?.firstComments === false)
    throw unreadableError(unsupported(`A ${type.name} on ${title} has no comments that could be answered.`))
  return live.reply
}

function unsent(sent: Exclude<ReplyResult<unknown>, { type: 'sent' }>, title: string, job: JobRow): PublicError {
  const platform = job.named
  switch (sent.type) {
    case 'unknown':
      return new PublicError(
        'outcome_unknown',
        `It is unknown whether ${title} posted the reply: ${sent.message} Polypost asks ${title}. Send the same request again in a minute to get the result; nothing is posted twice.`,
        { status: 502, details: [{ platform, code: 'outcome_unknown', message: sent.message }] },
      )
    case 'in doubt':
      return new PublicError('outcome_unknown', doubts[sent.about](title), {
        details: [{ platform, code: 'outcome_unknown', message: 'The outcome of a reply is unknown.' }],
        ...(sent.about === 'lost' ? {} : { headers: { 'retry-after': '30' } }),
      })
    case 'refused': {
      const { error, message, notBefore } = sent
      const retryAt = notBefore === undefined ? {} : { retry_at: new Date(notBefore).toISOString() }
      return new PublicError(
        sent.reconnect ? 'reconnect_required' : 'platform_error',
        `The reply was not posted. ${message}`,
        { details: [{ platform, code: error, message, ...retryAt }] },
      )
    }
  }
}

const doubts = {
  equal: (title: string) =>
    `The same reply is being sent now, or it is still unknown whether ${title} posted it. Send it again in a minute to get its result.`,
  alike: (title: string) =>
    `A reply with the same text is being sent under this post, or it is still unknown whether ${title} posted it. Nothing was sent now. Try again in a minute.`,
  lost: (title: string) =>
    `${title} never confirmed whether it posted the same reply before. Look on ${title}. If the reply is not there, send it with another text.`,
} as const
