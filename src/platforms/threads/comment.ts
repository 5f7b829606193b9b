import type { z } from 'zod'
import { defineAction } from '../shared/action.ts'
import type { StepContext } from '../shared/context.ts'
import { firstResult } from '../shared/planning.ts'
import { commentInput } from './plan.ts'
import { mediaTypes } from './post.ts'
import { type Publication, publish, settleTime, whetherPublished } from './publish-container.ts'
import { profilePages } from './published.ts'
import { postResult } from './wire.ts'

export const comment = defineAction({
  kind: 'follow_up',
  input: commentInput,
  perform: (input, context) => publish(ofComment(input, context), context),
  doubt: {
    reconcile: (input, context) => whetherPublished(ofComment(input, context), context),
    repeatable: () => true,
    settleTime,
    lookAt: (_, author) => profilePages(author),
  },
})

function ofComment({ text, after }: z.output<typeof commentInput>, context: StepContext): Publication {
  const replyTo = firstResult(after, postResult, context).id
  return {
    ready: null,
    form: () => ({ media_type: 'TEXT', text, reply_to_id: replyTo }),
    shown: { text, mediaType: mediaTypes.TEXT, replyTo },
  }
}
