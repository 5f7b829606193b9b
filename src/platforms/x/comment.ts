import { z } from 'zod'
import { defineAction } from '../shared/action.ts'
import type { StepContext } from '../shared/context.ts'
import { firstResult } from '../shared/planning.ts'
import { commentInput } from './plan.ts'
import { create, lookAt, settleTime } from './post.ts'
import { findPost } from './reconcile.ts'

export const comment = defineAction({
  kind: 'follow_up',
  input: commentInput,
  perform: (input, context) => create(wantedComment(input, context), context),
  doubt: {
    reconcile: (input, context) => findPost(wantedComment(input, context), context),
    // As for a post; a comment always has text and never media.
    repeatable: () => true,
    settleTime,
    lookAt,
  },
})

const wantedComment = ({ text, after, plannedAt }: z.output<typeof commentInput>, context: StepContext) => ({
  text,
  mediaIds: [],
  replyTo: firstResult(after, z.object({ id: z.string() }), context).id,
  since: plannedAt,
})
