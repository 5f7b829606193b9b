import {
  commentNotResent,
  ended,
  endingsOf,
  failed,
  postNotResent,
  unasked,
  warnedAndEnded,
} from '../shared/endings.ts'
import { usual } from '../shared/scenarios.ts'
import { outcomes } from '../shared/seen.ts'
import type { FaultCase, FaultTable, Place, Scenario } from '../shared/tested.ts'
import { endsToken, isSampled, usualMessage } from '../shared/ways.ts'
import { subreddit } from './rules.ts'

/**
 * A fault set by the control API affects the next call, so cases with the same calls run one after another:
 * every image is searched, and an expired login is renewed.
 */
function place(met: FaultCase): Place {
  const { operation } = met
  const renews = endsToken(met)
  if (operation === 'read' || (operation === 'upload' && renews)) return { bench: 'second', line: 'reddit read' }
  if (operation === 'upload') return { bench: 'first', line: 'reddit upload' }
  return { bench: 'first', line: operation === 'token' || renews ? 'reddit token' : null }
}

const options = { subreddit }

export const faults: FaultTable = {
  endings: endingsOf(
    {
      // For an ended login Reddit only says that the request is bad.
      token: { duplicate: ended('reconnect_required'), media_rejected: ended('reconnect_required') },
      // For an upload lease Reddit only says that it refuses one.
      upload: { duplicate: failed('media_rejected'), processing_failed: 'published' },
      create: postNotResent,
      comment: { ...commentNotResent, permission_missing: warnedAndEnded('permission_missing') },
      read: { token_revoked: unasked, permission_missing: unasked },
    },
    { permission_missing: ended('permission_missing') },
  ),
  way: (met) => ({ options, ...(met.operation === 'upload' && { media: 'image' }), ...usualMessage(met) }),
  place,
  onPostgres: isSampled,
}

const { retried, unknown, failed: failedAtOnce } = outcomes

const scenario = (name: string, more: Omit<Scenario, 'name'>): Scenario => ({ options, name, ...more })
const refused = (what: string, name: string, error: 'content_rejected' | 'platform_rejected' | 'media_rejected') =>
  scenario(what, { options: { subreddit: name }, seen: { ...failedAtOnce, error } })

export const scenarios: readonly Scenario[] = [
  { ...usual.limitedFiveTimes, options },
  { ...usual.responsesLost, options },
  { ...usual.notResent, options },
  { ...usual.limitedThenLost, options },
  scenario('a link whose response is lost is published once', {
    options: { subreddit, url: 'https://example.com/film?a=1&b=<2>' },
    text: '[[sandbox:timeout_after]]',
    seen: {},
  }),
  scenario('an image that Reddit shows late is published once', {
    media: 'image',
    text: '[[sandbox:slow_processing]]',
    seen: {},
  }),
  scenario('an image whose response is lost is published once', {
    media: 'image',
    text: '[[sandbox:timeout_after]] [[sandbox:slow_processing]]',
    seen: {},
  }),
  scenario('an image that Reddit accepts and never shows requires a person', {
    media: 'image',
    text: '[[sandbox:processing_failed]]',
    seen: { ...unknown, posts: 0 },
  }),
  scenario('an image post that is lost requires a person', {
    media: 'image',
    text: '[[sandbox:reset]]',
    seen: { ...unknown, posts: 0 },
  }),
  scenario('an image whose bytes are lost is uploaded again', {
    media: 'image',
    fault: { operation: 'upload', kind: 'reset', after: 1 },
    seen: retried,
  }),
  scenario('an image that Reddit’s storage refuses fails', {
    media: 'image',
    fault: { operation: 'upload', kind: 'media_rejected', after: 1 },
    seen: { ...failedAtOnce, error: 'media_rejected' },
  }),
  scenario('three comments, of which the second is lost and the third refused, leave one warning', {
    comments: ['One.', 'Two. [[sandbox:server_error_after]]', 'Three. [[sandbox:duplicate]]'],
    seen: { comments: [1, 1, 0], warnings: ['duplicate_content'] },
  }),
  { ...usual.sameCommentTwice, options },
  scenario('a comment without an ID in Reddit’s response is searched', {
    options: { subreddit: 'quarantined' },
    comments: ['One.', 'Two.'],
    seen: {},
  }),
  scenario('comments on a locked post leave warnings', {
    options: { subreddit: 'locked' },
    comments: ['One.', 'Two.'],
    seen: { comments: [0, 0], warnings: ['platform_rejected', 'platform_rejected'] },
  }),
  { ...usual.renewalRepeated, options },
  refused('a missing community fails with that reason', 'nowhere', 'content_rejected'),
  refused('a private community fails with that reason', 'private', 'platform_rejected'),
  refused('a community that accepts only links fails with that reason', 'links_only', 'platform_rejected'),
  refused('a community that requires a flair fails with that reason', 'flairs', 'content_rejected'),
  scenario('a flair is enough for such a community', {
    options: { subreddit: 'flairs', flair_text: 'News' },
    seen: {},
  }),
  scenario('a community without images refuses them', {
    options: { subreddit: 'no_images' },
    media: 'image',
    seen: { ...failedAtOnce, error: 'media_rejected' },
  }),
  scenario('an account that Reddit does not trust fails with that reason', {
    account: 'untrusted',
    seen: { ...failedAtOnce, error: 'platform_rejected' },
  }),
]
