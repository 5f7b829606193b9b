import { hour, inSeconds } from '../../../domain/time.ts'
import { simulateGraphLogin } from '../../shared/graph-login.ts'
import { accountOf } from './add.ts'
import { users } from './store.ts'

/** In seconds: the token for a code is valid for an hour. */
const shortSeconds = inSeconds(hour)

/** The permissions that some people do not grant. */
const declined = {
  no_comments: ['threads_manage_replies'],
  without_permissions: ['threads_manage_insights', 'threads_read_replies', 'threads_manage_replies'],
}

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
  // The real API returns a number that JavaScript cannot represent, so a client that parses it gets a wrong ID.
  codeAnswer: ({ accountId }) => ({ user_id: Number(accountId) }),
  declined,
  isAging: (accountId, world) => users(world).get(accountId)?.standing === 'aging',
})
