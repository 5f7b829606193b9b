import { z } from 'zod'
import type { Outcome, Presence } from '../../domain/outcome.ts'
import { minute } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { AccountContext, Author } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { refusal } from './errors.ts'
import { commentInput } from './plan.ts'
import { profileUrl } from './published.ts'
import { request } from './request.ts'
import { commentFields, listedComments, published, type WireComment } from './wire.ts'

const publishedPost = z.object({ id: z.string() })

/** Instagram does not document how late its lists show a new comment. This is a cautious guess. */
export const settleTime = minute

/** Instagram's largest page. Comments come newest first; the order of replies is not documented. */
const pageSize = '50'
const maxPages = 5

/** A comment by the account itself. Each is directly under the post, because Instagram has one level of replies. */
export const comment = defineAction({
  kind: 'follow_up',
  input: commentInput,
  perform: ({ text }, context) => addComment(`/${context.result('post', publishedPost).id}/comments`, text, context),
  doubt: {
    reconcile: ({ text, plannedAt }, context) =>
      findComment(
        { path: `/${context.result('post', publishedPost).id}/comments`, text, since: plannedAt, others: [] },
        context,
      ),
    // Instagram has no idempotency key. It is not documented that it refuses a duplicate comment.
    repeatable: () => false,
    settleTime,
    lookAt: (_: unknown, author: Author) => [profileUrl(author)],
  },
})

/** Writes a comment or a reply. */
export async function addComment(path: string, message: string, context: AccountContext): Promise<Outcome> {
  const answer = await request(context, { method: 'POST', path, json: { message } })
  if (!isDone(answer)) return refusal(answer, 'post', context)
  const { id } = published.parse(answer.json())
  return { type: 'done', result: { id }, published: { id, url: null } }
}

interface CommentFacts {
  readonly path: string
  readonly text: string
  /** An older one is another one. In milliseconds since 1970 by our clock. */
  readonly since: number
  /** IDs of other comments. */
  readonly others: readonly string[]
}

/** Searches for what `addComment` may have written. */
export async function findComment(wanted: CommentFacts, context: AccountContext): Promise<Presence> {
  let after: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await request(context, {
      method: 'GET',
      path: wanted.path,
      query: { fields: commentFields, limit: pageSize, ...(after === null ? {} : { after }) },
    })
    if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
    const { data, next } = listedComments.parse(answer.json())
    const found = data.find((one) => isIt(wanted, one, context))
    if (found) return { type: 'found', result: { id: found.id }, published: { id: found.id, url: null } }
    if (next === null) return { type: 'absent' }
    after = next
  }
  return { type: 'cannot_tell', message: 'There are too many comments to search.' }
}

const isIt = ({ text, since, others }: CommentFacts, one: WireComment, context: AccountContext): boolean =>
  isOwn(one, context) && one.text === text && one.timestamp >= since - clockMargin && !others.includes(one.id)

export const isOwn = ({ from, username }: WireComment, { account }: Pick<AccountContext, 'account'>): boolean =>
  from?.id === account.remoteId || (account.username !== null && (from?.username ?? username) === account.username)
