import { z } from 'zod'
import { defineAction } from '../shared/action.ts'
import { uploaded } from './image.ts'
import { uploadName } from './plan.ts'

/** Makes no call: it warns that the cover was refused, since only a follow-up can leave a warning. */
export const cover = defineAction({
  kind: 'follow_up',
  input: z.object({}),
  warning: 'thumbnail_rejected',
  perform: async (_, context) =>
    context.result(uploadName, uploaded).isCovered
      ? { type: 'done', result: null }
      : {
          type: 'rejected',
          error: 'media_rejected',
          message:
            'The cover could not be used or LinkedIn did not accept it, so the video shows one of its own frames.',
        },
  doubt: {
    reconcile: async () => ({ type: 'absent' }),
    repeatable: () => true,
    settleTime: 0,
    lookAt: () => [],
  },
})
