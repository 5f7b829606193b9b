import { hour, inSeconds } from '../../../domain/time.ts'
import { simulateGraphLogin } from '../../shared/graph-login.ts'
import { accountOf } from './add.ts'
import { users } from './store.ts'

/** In seconds: an hour, for the token that a code brings. */
const shortSeconds = inSeconds(hour)

/** What some people uncheck on the page on which they consent. */
const withheld = ['threads_manage_insights', 'threads_read_replies']

/** In developers.facebook.com, Threads API: Get access tokens, and threads_api samples (2026). */
export const login = simulateGraphLogin({
  title: 'Threads',
  authorize: { host: 'auth', path: '/oauth/authorize' },
  scopes: [
    'threads_basic',
    'threads_content_publish',
    'threads_read_replies',
    'threads_manage_replies',
    'threads_manage_insights',
    'threads_delete',
    'threads_keyword_search',
    'threads_manage_mentions',
    'threads_location_tagging',
    'threads_profile_discovery',
    'threads_share_to_instagram',
  ],
  code: { host: 'graph', path: '/oauth/access_token', method: 'POST' },
  long: { host: 'graph', path: '/access_token', grant: 'th_exchange_token', parameter: 'access_token' },
  renew: { host: 'graph', path: '/refresh_access_token', grant: 'th_refresh_token', scope: 'threads_basic' },
  alsoBelow: '/v1.0',
  shortSeconds,
  accountId: accountOf,
  // A number that JavaScript can't hold, as it comes from the real one: whoever takes it for the ID has another.
  codeAnswer: ({ accountId }) => ({ user_id: Number(accountId) }),
  granted: (accountId, scopes, world) =>
    users(world).get(accountId)?.standing === 'hesitant' ? scopes.filter((scope) => !withheld.includes(scope)) : scopes,
  isAging: (accountId, world) => users(world).get(accountId)?.standing === 'aging',
})
