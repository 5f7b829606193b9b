import { z } from 'zod'
import type { Outcome, Presence } from '../../domain/outcome.ts'
import { minute } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { AccountContext, StepContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { refusal } from './errors.ts'
import { commentInput } from './plan.ts'
import { lookAt } from './post.ts'
import { saysTheSame } from './reconcile.ts'
import { request } from './request.ts'
import { commentFields, commentsAnswer, madeAnswer } from './wire.ts'

const made = z.object({ id: z.string() })

/** Comments in a response, and how many responses are read. */
const pageSize = 100
const maxAnswers = 5

export const settleTime = minute

export const comment = defineAction({
  kind: 'follow_up',
  input: commentInput,
  perform: ({ text }, context) => addComment(context.result('post', made).id, text, context),
  doubt: {
    reconcile: ({ text, earlier, plannedAt }, context) =>
      findComment(
        context.result('post', made).id,
        { text, since: plannedAt, parent: null, isOther: (id) => idsOf(earlier, context).includes(id) },
        context,
      ),
    // No page says that Facebook refuses a duplicate comment.
    repeatable: () => false,
    settleTime,
    lookAt,
  },
})

const idsOf = (names: readonly string[], { result }: Pick<StepContext, 'result'>): string[] =>
  names.flatMap((name) => result(name, made.nullable())?.id ?? [])

/** Under a post, a video or another comment. */
export async function addComment(under: string, message: string, context: AccountContext): Promise<Outcome> {
  const answer = await request(context, {
    method: 'POST',
    path: `/${under}/comments`,
    query: { fields: 'id,permalink_url' },
    form: { message },
  })
  if (!isDone(answer)) return refusal(answer, 'post', context)
  const { id, permalink_url: url } = madeAnswer.parse(answer.json())
  return { type: 'done', result: { id }, published: { id, url: url ?? null } }
}

interface WantedComment {
  readonly text: string
  readonly since: number
  /** The comment that it replies to; null if that does not matter. */
  readonly parent: string | null
  /** It is known to be another comment. */
  readonly isOther: (id: string) => boolean
}

/** Searches the Page's own comments, newest first. */
export async function findComment(under: string, wanted: WantedComment, context: AccountContext): Promise<Presence> {
  let after: string | null = null
  for (let read = 0; read < maxAnswers; read += 1) {
    const answer = await request(context, {
      method: 'GET',
      path: `/${under}/comments`,
      query: {
        fields: commentFields,
        filter: 'stream',
        order: 'reverse_chronological',
        limit: String(pageSize),
        ...(after === null ? {} : { after }),
      },
    })
    if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
    const { data, next } = commentsAnswer.parse(answer.json())
    const found = data.find(
      ({ id, from, message, created_time: createdAt, parent }) =>
        from?.id === context.account.remoteId &&
        saysTheSame(wanted.text, message ?? '') &&
        createdAt >= wanted.since - clockMargin &&
        (wanted.parent === null || wanted.parent === parent?.id) &&
        !wanted.isOther(id),
    )
    if (found) {
      const { id, permalink_url: url } = found
      return { type: 'found', result: { id }, published: { id, url: url ?? null } }
    }
    if (next === null) return { type: 'absent' }
    after = next
  }
  return { type: 'cannot_tell', message: 'There are too many comments to search.' }
}
