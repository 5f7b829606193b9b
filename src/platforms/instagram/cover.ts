import { z } from 'zod'
import { defineAction } from '../shared/action.ts'
import { readyIds } from './container.ts'
import { mainReady } from './plan.ts'

/** Makes no call: it warns that the cover was refused, since only a follow-up can leave a warning. */
export const cover = defineAction({
  kind: 'follow_up',
  input: z.object({}),
  warning: 'thumbnail_rejected',
  perform: async (_, context) =>
    context.result(mainReady, readyIds).coverless
      ? {
          type: 'rejected',
          error: 'media_rejected',
          message: 'The cover could not be used or Instagram did not accept it, so the video is shown without it.',
        }
      : { type: 'done', result: null },
  doubt: {
    reconcile: async () => ({ type: 'absent' }),
    repeatable: () => true,
    settleTime: 0,
    lookAt: () => [],
  },
})
