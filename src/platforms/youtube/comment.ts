import type { Outcome, Presence } from '../../domain/outcome.ts'
import { minute } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { AccountContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { isRefusedWith, refusal } from './errors.ts'
import { commentInput } from './plan.ts'
import { postResult } from './processing.ts'
import { commentUrl } from './published.ts'
import { request } from './request.ts'
import { sameText } from './same-text.ts'
import { tryLater } from './try-later.ts'
import { addedComment, newThread, threadsAnswer, type WireComment } from './wire.ts'

/** YouTube does not document how long a new comment is missing from its lists. */
export const settleTime = minute
/** YouTube's own page size limit, and the number of pages that are read. */
export const pageSize = '100'
const maxPages = 3

/** A first comment by the channel under its video. YouTube has no comment threads by one author: each comment is separate. */
export const comment = defineAction({
  kind: 'follow_up',
  input: commentInput,
  perform: async ({ text }, context) => {
    const videoId = context.result('post', postResult).id
    const answer = await request(context, {
      method: 'POST',
      path: '/commentThreads',
      query: { part: 'snippet' },
      json: newThread(context.account.remoteId, videoId, text),
    })
    if (isDone(answer)) return done(addedComment.parse(answer.json()).id, videoId, context)
    const isTooEarly = isRefusedWith('videoNotFound', answer)
    return (isTooEarly ? await tryLater(context) : null) ?? refusal(answer, 'post', context)
  },
  doubt: {
    reconcile: ({ text, before, plannedAt }, context) => {
      const others = before.flatMap((name) => context.result(name, addedComment.nullable())?.id ?? [])
      return findThread(context.result('post', postResult).id, { text, since: plannedAt, others }, context)
    },
    // YouTube accepts the same text twice.
    repeatable: () => false,
    settleTime,
    lookAt: () => [],
  },
})

const done = (id: string, videoId: string, context: AccountContext): Outcome => ({
  type: 'done',
  ...commentResult(id, videoId, context),
})

export const commentResult = (id: string, videoId: string, context: AccountContext) => ({
  result: { id },
  published: { id, url: commentUrl(videoId, id, context) },
})

/** The facts that identify a comment whose response was lost. */
export interface LostComment {
  readonly text: string
  /** In milliseconds since 1970. */
  readonly since: number
  /** IDs of comments that are known not to be this one. */
  readonly others: readonly string[]
}

export const isLostComment = (
  { text, since, others }: LostComment,
  { id, snippet }: WireComment,
  { account }: Pick<AccountContext, 'account'>,
): boolean =>
  !others.includes(id) &&
  snippet.authorChannelId?.value === account.remoteId &&
  snippet.publishedAt >= since - clockMargin &&
  sameText(text, snippet)

async function findThread(videoId: string, lost: LostComment, context: AccountContext): Promise<Presence> {
  let next: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await request(context, {
      method: 'GET',
      path: '/commentThreads',
      query: {
        part: 'snippet',
        videoId,
        order: 'time',
        textFormat: 'plainText',
        maxResults: pageSize,
        ...(next === null ? {} : { pageToken: next }),
      },
    })
    if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
    const read = threadsAnswer.parse(answer.json())
    const found = read.items.find(({ snippet }) => isLostComment(lost, snippet.topLevelComment, context))
    if (found) return { type: 'found', ...commentResult(found.id, videoId, context) }
    if (read.next === null) return { type: 'absent' }
    next = read.next
  }
  return { type: 'cannot_tell', message: 'The video has received too many comments since then to search them all.' }
}
