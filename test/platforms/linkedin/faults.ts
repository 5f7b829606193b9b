import { commentNotResent, ended, endingsOf, unasked, warned, warnedAndEnded } from '../shared/endings.ts'
import { usual } from '../shared/scenarios.ts'
import { outcomes } from '../shared/seen.ts'
import type { FaultCase, FaultTable, Scenario, Way } from '../shared/tested.ts'
import { isSampled, oneAtATime, usualMessage } from '../shared/ways.ts'

/** A person with a self-serve app publishes where nothing has to be read. */
function way(met: FaultCase): Way {
  if (met.operation === 'token') return { account: 'partner ', ...usualMessage(met) }
  if (met.operation === 'upload' || met.operation === 'status') return { account: 'by page ', media: 'long video' }
  return met.operation === 'create' ? {} : { account: 'by page ', ...usualMessage(met) }
}

export const faults: FaultTable = {
  endings: endingsOf(
    {
      token: {},
      upload: {},
      // An account without read permission posts without a check.
      status: { permission_missing: 'published' },
      create: {},
      comment: {
        // LinkedIn is not known to refuse a duplicate comment.
        ...commentNotResent,
        token_expired: warnedAndEnded('token_expired'),
        token_revoked: warnedAndEnded('token_expired'),
        media_rejected: warned('content_rejected'),
      },
      read: { token_expired: unasked, token_revoked: unasked },
    },
    {
      // A login of an app without partner access can't be renewed.
      token_expired: ended('token_expired'),
      token_revoked: ended('token_expired'),
      permission_missing: ended('permission_missing'),
    },
  ),
  way,
  place: oneAtATime('linkedin'),
  onPostgres: isSampled,
}

const { retried, failed } = outcomes

/** By account: one may read its posts, the other only learns from LinkedIn's refusal. */
const authors = [
  ['a Page', 'by page '],
  ['a person whose posts can’t be read', ''],
] as const

const of = (who: string, scenario: Scenario): Scenario => ({ ...scenario, name: `${who}: ${scenario.name}` })

export const scenarios: readonly Scenario[] = [
  ...authors.flatMap(([who, account]): Scenario[] => [
    of(who, { ...usual.limitedFiveTimes, account }),
    of(who, { ...usual.lostThreeTimes, account }),
    {
      name: `${who}: a post whose responses are all lost is published once`,
      account,
      text: '[[sandbox:server_error_after:2]]',
      seen: {},
    },
    of(who, { ...usual.neverArrives, account }),
    of(who, { ...usual.limitedThenLost, account }),
    {
      name: `${who}: an image whose post is lost, accepted or not, is published once`,
      account,
      text: '[[sandbox:timeout_before]] [[sandbox:server_error_after]]',
      media: 'image',
      seen: {},
    },
  ]),
  {
    name: 'a person whose posts can’t be read: a post that is lost, then rate limited when it is sent again, is published once',
    text: '[[sandbox:server_error_after]] [[sandbox:rate_limit]]',
    seen: {},
  },
  {
    name: 'a text that LinkedIn would truncate is published whole',
    text: 'C# & <b> [x](y) {z} a_b*c~d|e \\ @you #news (50 %)',
    seen: {},
  },
  {
    name: 'a person whose comments can’t be read: a lost comment is not sent again, and leaves a warning',
    comments: ['One. [[sandbox:server_error_after]]', 'Two.'],
    seen: { comments: [1, 1], warnings: ['platform_unavailable'] },
  },
  { ...usual.sameCommentTwice, account: 'by page ' },
  ...(['reset', 'server_error', 'malformed_json'] as const).map(
    (kind): Scenario => ({
      name: `${kind} while the bytes of an image are sent: they are sent again`,
      media: 'image',
      fault: { operation: 'upload', kind, after: 1 },
      seen: kind === 'malformed_json' ? {} : retried,
    }),
  ),
  {
    name: 'a video upload whose accepted finish call lost its response is not started again',
    media: 'long video',
    fault: { operation: 'upload', kind: 'server_error_after', after: 2 },
    seen: retried,
  },
  {
    name: 'an image that LinkedIn can’t process fails',
    account: 'by page ',
    media: 'image',
    fault: { operation: 'status', kind: 'processing_failed' },
    seen: { ...failed, error: 'media_rejected' },
  },
]
