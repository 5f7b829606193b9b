import { z } from 'zod'
import { defineAction } from '../shared/action.ts'
import { postResult } from './post.ts'

/** Makes no request: it reports that Pinterest refused the cover, because only a follow-up can leave a warning. */
export const cover = defineAction({
  kind: 'follow_up',
  input: z.object({}),
  warning: 'thumbnail_rejected',
  perform: async (_, context) =>
    context.result('post', postResult).coverless
      ? {
          type: 'rejected',
          error: 'media_rejected',
          message:
            'The cover could not be used or Pinterest did not accept it, so the video shows one of its own frames.',
        }
      : { type: 'done', result: null },
  doubt: {
    reconcile: async () => ({ type: 'absent' }),
    repeatable: () => true,
    settleTime: 0,
    lookAt: () => [],
  },
})
