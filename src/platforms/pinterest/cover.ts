import { z } from 'zod'
import { defineAction } from '../shared/live.ts'
import { postResult } from './post.ts'

/** Calls nothing: it says of a published video that its cover was not taken, as only a follow-up can leave a warning. */
export const cover = defineAction({
  kind: 'follow_up',
  input: z.object({}),
  warning: 'thumbnail_rejected',
  perform: async (_, context) =>
    context.result('post', postResult).coverless
      ? {
          type: 'rejected',
          error: 'media_rejected',
          message: 'Pinterest did not take the cover, so the video shows one of its own frames.',
        }
      : { type: 'done', result: null },
  doubt: {
    reconcile: async () => ({ type: 'absent' }),
    repeatable: () => true,
    settleTime: 0,
    lookAt: () => [],
  },
})
