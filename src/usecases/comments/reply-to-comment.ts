import { longestRead } from '../../accounts/read.ts'
import { type NewReply, type Sent, sendReply } from '../../accounts/send-reply.ts'
import { PublicError, unavailable } from '../../contract/errors.ts'
import { checkLength, isBlank } from '../../domain/check-text.ts'
import type { Finding } from '../../domain/content.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import { findHold } from '../../store/hold.ts'
import type { JobRow } from '../../store/jobs.ts'
import type { Call, UseCase } from '../context.ts'
import { malformed } from '../refuse.ts'
import {
  type CommentedPost,
  commentedPost,
  groupOf,
  readPage,
  type UnreadablePost,
  unreadableError,
} from './commented-post.ts'
import { isOwnComment, lookedThrough } from './own-comment.ts'

export const replyToComment: UseCase<'replyToComment'> = async (call) => {
  const { answer, body } = call
  const { comment_id, message } = body
  await refuseIfHeld(call)
  const job = await answeredJob(call)
  const found = await commentedPost(call, job, job.profile_id)
  if (found.type === 'unreadable') throw unreadableError(found)
  const { platform, account, post } = found
  const action = actionFor(platform, job)
  checkMessage(platform, job, message)
  if (await isOwnComment(call, found, comment_id)) throw ownCommentError(found)
  const sent = await sendReply(call, { job, account, post, action, commentId: comment_id, message }, (tx, { id }) =>
    answer(tx, {
      status: 'ok' as const,
      data: {
        post_id: job.id,
        platform: job.named,
        remote_post_id: post.id,
        comment_id,
        reply_id: id,
        message,
      },
    }),
  )
  if (sent.type === 'sent') return sent.kept
  throw unsent(sent, platform, job)
}

type Replying = Call<'replyToComment'>

/** The record of a reply that was sent already may be missing from a restored database. */
async function refuseIfHeld({ database }: Replying): Promise<void> {
  if (await findHold(database.read))
    throw unavailable(
      'The database of this instance was restored, and nothing is sent to platforms until its operator releases it. Reply again after that.',
    )
}

/** The job that published the post with the comment: that of the ID, or the only possible one of the group. */
async function answeredJob(call: Replying): Promise<JobRow> {
  const { database, caller, body } = call
  const { jobs } = await groupOf(database.read, caller, body.post_id)
  const [first, ...others] = jobs
  const named = jobs.find(({ id }) => id === body.post_id) ?? (others.length === 0 ? first : undefined)
  if (named) return named
  const found = await Promise.all(jobs.map((job) => commentedPost(call, job, job.profile_id)))
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

async function lookThrough(call: Replying, possible: Awaited<ReturnType<typeof commentedPost>>[]) {
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

/** Whether the platform accepts the reply. A reply is never shortened. */
function checkMessage({ title, comment: rule }: Platform, job: JobRow, message: string): void {
  const path = 'message'
  const findings: readonly Finding[] = isBlank(message)
    ? [{ path, code: 'text_required', message: 'The reply has no text.' }]
    : rule
      ? checkLength(
          { ...rule, overlong: 'refused' },
          { who: title, what: 'reply', text: message, path, code: 'text_too_long' },
        ).findings
      : []
  const [first] = findings
  if (first)
    throw new PublicError('content_rejected', first.message, {
      details: findings.map((finding) => ({ ...finding, platform: job.named })),
    })
}

function ownCommentError({ platform, job }: CommentedPost): PublicError {
  const message = `The ${platform.title} account wrote this comment itself, so Polypost does not reply to it.`
  return new PublicError('content_rejected', message, {
    details: [{ platform: job.named, path: 'comment_id', code: 'own_comment', message }],
  })
}

function unsent(sent: Exclude<Sent<unknown>, { type: 'sent' }>, { title }: Platform, job: JobRow): PublicError {
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
