import { commentNotResent, ended, endingsOf, failed, harmless, unasked, warnedAndEnded } from '../shared/endings.ts'
import type { FaultTable, Scenario } from '../shared/tested.ts'
import { usualPlace, usualWay } from '../shared/ways.ts'

export const faults: FaultTable = {
  endings: endingsOf(
    {
      upload: {},
      // Checked after Facebook has accepted the video: a failed check does not change that.
      status: {
        ...harmless,
        daily_quota: 'published',
        token_expired: unasked,
        token_revoked: unasked,
        media_rejected: failed('media_rejected'),
        processing_failed: failed('media_rejected'),
      },
      create: {},
      comment: { ...commentNotResent, token_expired: warnedAndEnded('token_expired') },
      read: { token_expired: unasked, token_revoked: unasked },
    },
    // A Page's login can't be renewed.
    { token_expired: ended('token_expired') },
  ),
  way: usualWay,
  place: usualPlace('facebook'),
}

const scenario = (name: string, more: Omit<Scenario, 'name'>): Scenario => ({ name, ...more })

export const scenarios: readonly Scenario[] = [
  scenario(
    'a post with photos whose lost commit was not accepted is sent again: Facebook puts each photo in one post only',
    {
      text: '[[sandbox:server_error]]',
      media: 'image',
      seen: {},
    },
  ),
  scenario('a post with photos whose commit lost its response is found by its photos', {
    text: '[[sandbox:server_error_after]]',
    media: 'image',
    seen: {},
  }),
  scenario('a video whose last call was lost, accepted or not, is published once', {
    text: '[[sandbox:timeout_before]] [[sandbox:server_error_after]]',
    media: 'video',
    seen: {},
  }),
  scenario('a video whose last call was accepted before its response was lost is published once', {
    text: '[[sandbox:server_error_after]]',
    media: 'video',
    seen: {},
  }),
]
