import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import { isRefusedWith, refusal } from './errors.ts'
import { thumbnailInput } from './plan.ts'
import { postResult } from './processing.ts'
import { upload } from './request.ts'
import { tryLater } from './try-later.ts'

export const thumbnail = defineAction({
  kind: 'follow_up',
  input: thumbnailInput,
  warning: 'thumbnail_rejected',
  perform: async ({ media, mimeType }, context) => {
    const answer = await upload(context, {
      method: 'POST',
      path: '/thumbnails/set',
      query: { videoId: context.result('post', postResult).id, uploadType: 'media' },
      bytes: { contentType: mimeType, size: media.facts.size, body: context.read(media) },
    })
    if (isDone(answer)) return { type: 'done', result: null }
    const isTooEarly = isRefusedWith('videoNotFound', answer)
    return (isTooEarly ? await tryLater(context) : null) ?? refusal(answer, 'media', context)
  },
  // Setting the same thumbnail twice changes nothing.
  doubt: {
    reconcile: async () => ({ type: 'absent' }),
    repeatable: () => true,
    settleTime: 0,
    lookAt: () => [],
  },
})
