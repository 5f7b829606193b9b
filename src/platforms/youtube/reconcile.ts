import type { z } from 'zod'
import type { Presence } from '../../domain/outcome.ts'
import { isDone } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { StepContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { ownChannel } from './account.ts'
import { refusal } from './errors.ts'
import type { postInput } from './plan.ts'
import { published } from './published.ts'
import { request } from './request.ts'
import { playlistItemsAnswer } from './wire.ts'

/** YouTube's own page size limit; newer uploads come first. */
const pageSize = '50'

/**
 * The last resort if the upload session no longer exists: looks among the channel's uploads. A video that is not listed may
 * still appear later, so this never answers `absent`.
 */
export async function findUpload(wanted: z.output<typeof postInput>, context: StepContext): Promise<Presence> {
  const own = await ownChannel(context, ['id', 'contentDetails'])
  if (own !== null && 'type' in own) return presenceFrom(own)
  const uploads = own?.contentDetails?.relatedPlaylists?.uploads
  if (!uploads) return notListed
  const answer = await request(context, {
    method: 'GET',
    path: '/playlistItems',
    query: { part: 'snippet,contentDetails', playlistId: uploads, maxResults: pageSize },
  })
  if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
  const since = wanted.plannedAt - clockMargin
  const found = playlistItemsAnswer
    .parse(answer.json())
    .items.find(({ title, uploadedAt }) => title === wanted.title && uploadedAt !== null && uploadedAt >= since)
  if (!found?.videoId) return notListed
  return { type: 'found', ...published({ id: found.videoId, privacyStatus: null }, wanted.postType, context) }
}

const notListed: Presence = {
  type: 'cannot_tell',
  message: 'YouTube ended the upload and lists no such video on the channel.',
}
