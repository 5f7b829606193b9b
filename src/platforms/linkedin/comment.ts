import { z } from 'zod'
import type { Outcome, Presence, Refusal } from '../../domain/outcome.ts'
import { minute, second } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { type Answer, isDone, jsonIn, Unreadable } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { AccountContext, StepContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { errorIn, quoted, refusal } from './errors.ts'
import { saysTheSame } from './little-text.ts'
import { commentRemedy, mayRead } from './permissions.ts'
import { commentInput } from './plan.ts'
import { profileUrl } from './published.ts'
import { encoded, request } from './request.ts'
import { commentsAnswer, madeComment } from './wire.ts'

const made = z.object({ id: z.string() })

/** LinkedIn does not document how late its lists show a new comment. */
export const settleTime = minute

/** LinkedIn's largest page of comments, and how many pages are read. */
export const pageSize = 100
export const maxAnswers = 5

/** How often, and with which pauses, a comment is retried while LinkedIn does not find its post. */
const asked = z.object({ times: z.number() })
const maxTimes = 6
const firstPause = 5 * second

/** A comment by the account itself, directly under the post. */
export const comment = defineAction({
  kind: 'follow_up',
  input: commentInput,
  perform: async ({ text }, context) => {
    const { id } = context.result('post', made)
    const outcome = await addComment({ object: id, parent: null, text }, context)
    const isTooEarly = outcome.type === 'rejected' && outcome.error === 'platform_rejected'
    return (isTooEarly ? await again(context) : null) ?? outcome
  },
  doubt: {
    // Without permission to read comments it is not sent again, and a warning says that it may be missing.
    reconcile: async ({ text, earlier, plannedAt }, context) =>
      mayRead('comments', context)
        ? findComment(
            context.result('post', made).id,
            { text, since: plannedAt, isOther: (id) => idsOf(earlier, context).includes(id) },
            context,
          )
        : { type: 'absent' },
    // It is not documented that LinkedIn refuses a duplicate comment.
    repeatable: () => false,
    settleTime,
    lookAt: (_, author) => [profileUrl(author)],
  },
})

const idsOf = (names: readonly string[], { result }: Pick<StepContext, 'result'>): string[] =>
  names.flatMap((name) => result(name, made.nullable())?.id ?? [])

/** A post that was just made may not be known yet where comments are written (postiz-app, 2026-08-21). */
async function again(context: StepContext): Promise<Outcome | null> {
  const { times } = asked.nullable().parse(context.saved) ?? { times: 0 }
  if (times >= maxTimes) return null
  await context.save({ times: times + 1 })
  return { type: 'wait', pause: firstPause * (times + 1) }
}

interface NewComment {
  /** The post, by any of its URNs. */
  readonly object: string
  /** The comment that it answers. */
  readonly parent: string | null
  readonly text: string
}

/** Written as the connected account: for a Page as the Page, and not as the person who signed in. */
export async function addComment({ object, parent, text }: NewComment, context: AccountContext): Promise<Outcome> {
  const answer = await request(context, {
    method: 'POST',
    path: `/rest/socialActions/${encoded(parent ?? object)}/comments`,
    json: {
      actor: context.account.remoteId,
      object,
      ...(parent !== null && { parentComment: parent }),
      message: { text },
    },
  })
  if (!isDone(answer)) return ofComment(answer, context)
  const id = madeComment(jsonIn(answer), answer.headers['x-restli-id'], object)
  if (id === null) throw new Unreadable('The response does not contain the ID of the new comment.')
  return { type: 'done', result: { id }, published: { id, url: null } }
}

/** A refused comment, even by a rate limit, does not concern the account's posts. */
function ofComment(answer: Answer, context: AccountContext): Refusal {
  const refused = refusal(answer, 'post', context)
  if (refused.type === 'reconnect' && refused.error === 'permission_missing') {
    const remedy = commentRemedy(context)
    const message = quoted(`LinkedIn refused the comment. ${remedy}`, errorIn(answer).words[0])
    return { ...refused, type: 'rejected', ...(remedy === '' ? {} : { message }) }
  }
  return refused.type === 'retry' ? { ...refused, wholeAccount: false } : refused
}

interface WantedComment {
  readonly text: string
  /** In milliseconds since 1970. */
  readonly since: number
  /** It is known to be another comment. */
  readonly isOther: (id: string) => boolean
}

/** Looks for a comment of the account's own under a post, or under another comment. */
export async function findComment(under: string, wanted: WantedComment, context: AccountContext): Promise<Presence> {
  for (let read = 0; read < maxAnswers; read += 1) {
    const answer = await listComments(under, read * pageSize, context)
    if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
    const { elements, hasNext } = commentsAnswer.parse(answer.json())
    const found = elements.find(
      ({ urn, actor, message, created }) =>
        actor === context.account.remoteId &&
        saysTheSame(wanted.text, message.text) &&
        created.time >= wanted.since - clockMargin &&
        !wanted.isOther(urn),
    )
    if (found) return { type: 'found', result: { id: found.urn }, published: { id: found.urn, url: null } }
    if (!hasNext) return { type: 'absent' }
  }
  return { type: 'cannot_tell', message: 'There are too many comments to search.' }
}

/** One page of those directly under it. */
export const listComments = (under: string, start: number, context: AccountContext) =>
  request(context, {
    method: 'GET',
    path: `/rest/socialActions/${encoded(under)}/comments`,
    query: { start: String(start), count: String(pageSize) },
  })
