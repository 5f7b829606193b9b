import { ended, endingsOf, failed, harmless, renewalLost, unasked } from '../shared/endings.ts'
import { usual } from '../shared/scenarios.ts'
import { outcomes } from '../shared/seen.ts'
import type { FaultTable, Scenario } from '../shared/tested.ts'
import { isSampled, oneAtATime, usualMessage } from '../shared/ways.ts'
import { forAll } from './rules.ts'

const filmed = { media: 'large video', options: forAll } as const

export const faults: FaultTable = {
  endings: endingsOf(
    {
      // TikTok accepts each refresh token once.
      token: renewalLost,
      account: { reset: 'retried' },
      upload: { processing_failed: 'published' },
      create: {},
      // A check, whose failure loses nothing; only its result matters, and whether it is possible.
      status: {
        ...harmless,
        media_rejected: failed('media_rejected'),
        daily_quota: 'published',
        token_revoked: unasked,
      },
    },
    { permission_missing: ended('permission_missing'), duplicate: failed('platform_rejected') },
  ),
  way: (met) => ({ ...filmed, ...usualMessage(met) }),
  place: oneAtATime('tiktok'),
  onPostgres: isSampled,
}

const { retried, failed: failedAtOnce } = outcomes

const scenario = (name: string, more: Omit<Scenario, 'name' | 'media'>): Scenario => ({ name, ...filmed, ...more })

const fetched = { ...forAll, source: 'PULL_FROM_URL' } as const

export const scenarios: readonly Scenario[] = [
  { ...usual.limitedFiveTimes, ...filmed },
  { ...usual.lostThreeTimes, ...filmed },
  { ...usual.responsesLost, ...filmed },
  { ...usual.neverArrives, ...filmed },
  { ...usual.limitedThenLost, ...filmed },
  scenario('a post that TikTok fails to process is sent again, and published once', {
    text: '[[sandbox:processing_failed]]',
    seen: {},
  }),
  scenario('a post that TikTok fails to process every time fails', {
    text: '[[sandbox:processing_failed:3]]',
    seen: { ...failedAtOnce, error: 'platform_unavailable' },
  }),
  scenario('a fetched video whose response is lost is found among the account’s posts', {
    text: '[[sandbox:server_error_after]]',
    options: fetched,
    seen: {},
  }),
  scenario('a fetched video that is rate limited is requested again, and published once', {
    text: '[[sandbox:rate_limit]]',
    options: fetched,
    seen: retried,
  }),
  scenario('a media host that is not verified fails with that reason', {
    account: 'unverified',
    options: fetched,
    seen: { ...failedAtOnce, error: 'permission_missing' },
  }),
  scenario('an app without the audit fails with that reason', {
    account: 'unaudited',
    seen: { ...failedAtOnce, error: 'permission_missing' },
  }),
  scenario('a privacy level that TikTok does not offer the creator is refused before anything is sent', {
    account: 'private',
    seen: { ...failedAtOnce, error: 'content_rejected' },
  }),
  scenario('an account that may not post fails with that reason', {
    account: 'banned',
    seen: { ...failedAtOnce, error: 'platform_rejected' },
  }),
]
