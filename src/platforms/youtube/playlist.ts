import type { Presence } from '../../domain/outcome.ts'
import { minute } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { isDone, webOf } from '../shared/call.ts'
import type { StepContext } from '../shared/context.ts'
import { presenceFrom } from '../shared/refusals.ts'
import { isRefusedWith, refusal } from './errors.ts'
import { playlistInput } from './plan.ts'
import { postResult } from './processing.ts'
import { request } from './request.ts'
import { addedItem, newItem, playlistItemsAnswer, playlistsAnswer } from './wire.ts'

/** Checks before the upload that the playlist exists and belongs to the channel. */
export const checkPlaylist = defineAction({
  kind: 'prepare',
  input: playlistInput,
  perform: async ({ playlistId }, context) => {
    const answer = await request(context, {
      method: 'GET',
      path: '/playlists',
      query: { part: 'id,snippet', id: playlistId },
    })
    if (!isDone(answer)) return refusal(answer, 'read', context)
    const [found] = playlistsAnswer.parse(answer.json()).items
    if (found?.snippet.channelId === context.account.remoteId) return { type: 'done', result: null }
    return {
      type: 'rejected',
      error: 'content_rejected',
      message: `The connected YouTube channel has no playlist ${playlistId}. Set \`playlist_id\` to a playlist of this channel, or leave it out.`,
    }
  },
})

/** YouTube does not document how long a new entry is missing from its lists. */
const settleTime = minute

/**
 * YouTube has reported errors, even `videoNotFound`, although the entry was added (youtubeuploader issue 88,
 * youtube-upload issue 305). So after an unclear answer the playlist itself is read.
 */
export const addToPlaylist = defineAction({
  kind: 'follow_up',
  input: playlistInput,
  warning: 'playlist_failed',
  perform: async ({ playlistId }, context) => {
    const answer = await request(context, {
      method: 'POST',
      path: '/playlistItems',
      query: { part: 'snippet' },
      json: newItem(playlistId, context.result('post', postResult).id),
    })
    if (isDone(answer)) return { type: 'done', result: { id: addedItem.parse(answer.json()).id } }
    // Undocumented, but several clients have seen it.
    if (isRefusedWith('videoAlreadyInPlaylist', answer)) return { type: 'done', result: null }
    const refused = refusal(answer, 'post', context)
    return isRefusedWith('videoNotFound', answer) ? { type: 'unknown', message: refused.message } : refused
  },
  doubt: {
    reconcile: ({ playlistId }, context) => findEntry(playlistId, context),
    // YouTube usually refuses a second entry, and none is sent if the list already contains the first.
    repeatable: () => true,
    settleTime,
    lookAt: ({ playlistId }, author) => [`${webOf(author)}/playlist?list=${playlistId}`],
  },
})

async function findEntry(playlistId: string, context: StepContext): Promise<Presence> {
  const answer = await request(context, {
    method: 'GET',
    path: '/playlistItems',
    query: { part: 'id', playlistId, videoId: context.result('post', postResult).id },
  })
  if (!isDone(answer)) return presenceFrom(refusal(answer, 'read', context))
  const [entry] = playlistItemsAnswer.parse(answer.json()).items
  return entry ? { type: 'found', result: { id: entry.id } } : { type: 'absent' }
}
