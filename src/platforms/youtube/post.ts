import type { z } from 'zod'
import type { Outcome, Presence } from '../../domain/outcome.ts'
import { defineAction } from '../shared/action.ts'
import type { StepContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { postInput } from './plan.ts'
import { published, studioPages } from './published.ts'
import { findUpload } from './reconcile.ts'
import { uploaded } from './upload.ts'
import { askSession, type OngoingUpload, type SessionState, sendPiece } from './upload-session.ts'

type Input = z.output<typeof postInput>

/** Sends the last chunk of the file, which creates the video. An upload session creates one video, however often it is used. */
export const post = defineAction({
  kind: 'commit',
  input: postInput,
  perform: async (input, context) => {
    const sent = sentBy(input, context)
    const isFirst = context.saved === null
    // A later attempt has to ask first how much of the chunk arrived.
    if (isFirst) await context.save('begun')
    const state = isFirst ? open(context) : await askSession(sent, context)
    if (state.type !== 'open') return outcomeOf(state, input, context)
    return outcomeOf(
      await sendPiece(sent, { start: state.offset, end: input.media.facts.size }, 'post', context),
      input,
      context,
    )
  },
  doubt: {
    reconcile: async (input, context) => presenceOf(await askSession(sentBy(input, context), context), input, context),
    search: (input, since, context) => findUpload({ ...input, plannedAt: since }, context),
    repeatable: () => true,
    // The session itself reports what it has received.
    settleTime: 0,
    lookAt: (_, author) => studioPages(author),
  },
})

const sentBy = ({ media, mimeType }: Input, context: StepContext): OngoingUpload => ({
  session: context.result('upload', uploaded).session,
  media,
  mimeType,
})

const open = (context: StepContext): SessionState => ({
  type: 'open',
  offset: context.result('upload', uploaded).offset,
})

type AskedState = Awaited<ReturnType<typeof askSession>>

function outcomeOf(state: AskedState, { postType }: Input, context: StepContext): Outcome {
  switch (state.type) {
    case 'complete':
      return { type: 'done', ...published(state.video, postType, context) }
    case 'open':
      return {
        type: 'retry',
        error: 'platform_unavailable',
        message: 'YouTube has not received the end of the video yet.',
      }
    case 'gone':
      return {
        type: 'rejected',
        error: 'platform_unavailable',
        message: 'YouTube ended the upload before it was complete. Retry the job to upload the video again.',
      }
    default:
      return state
  }
}

/** A session that no longer exists may have created its video before it ended. */
async function presenceOf(state: AskedState, input: Input, context: StepContext): Promise<Presence> {
  switch (state.type) {
    case 'complete':
      return { type: 'found', ...published(state.video, input.postType, context) }
    case 'open':
      return { type: 'absent' }
    case 'gone':
      return findUpload(input, context)
    default:
      return presenceFrom(state)
  }
}
