import { z } from 'zod'
import { MiB } from '../../domain/bytes.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { hour, second } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import { quoted, refusal } from './errors.ts'
import { uploaded } from './image.ts'
import { processingInput, uploadName } from './plan.ts'
import { encoded, request } from './request.ts'
import { mediaAnswer } from './wire.ts'

/** `blind`: LinkedIn does not allow this login to read the status. */
const asked = z.object({ times: z.number(), blind: z.boolean() })

/** The pauses grow, because a large file takes minutes. */
const firstPause = 5 * second
const longestPause = 30 * second
/** A guess of the time that LinkedIn needs if its status cannot be read, and one second more for each `bytesASecond`. */
const blindPause = 5 * second
const bytesASecond = 4 * MiB

/** Waits until LinkedIn has processed the image or the video. */
export const processing = defineAction({
  kind: 'wait',
  input: processingInput,
  waitLimit: hour,
  perform: async ({ kind, size }, context) => {
    const begun = asked.nullable().parse(context.saved) ?? { times: 0, blind: false }
    if (begun.blind) return { type: 'done', result: null }
    const { id } = context.result(uploadName, uploaded)
    const answer = await request(context, { method: 'GET', path: `/rest/${kind}/${encoded(id)}` })
    // A self-serve app may not read the status of its uploads: the post itself fails if the media is not ready.
    if (answer.status === 403) {
      await context.save({ ...begun, blind: true })
      return { type: 'wait', pause: blindPause + Math.ceil(size / bytesASecond) * second }
    }
    if (!isDone(answer)) return refusal(answer, 'media', context)
    const { status, processingFailureReason: reason } = mediaAnswer.parse(answer.json())
    if (status === 'AVAILABLE') return { type: 'done', result: null }
    if (status === 'PROCESSING_FAILED') return failed(reason)
    await context.save({ ...begun, times: begun.times + 1 })
    return { type: 'wait', pause: Math.min(longestPause, firstPause * (begun.times + 1)) }
  },
})

const failed = (reason: string | null | undefined): Outcome => ({
  type: 'rejected',
  error: 'media_rejected',
  message: quoted('LinkedIn could not process the file.', reason),
})
