import { namedAccounts } from '../../shared/named-accounts.ts'
import { appScopes, platformSettings } from '../../shared/settings.ts'
import type { SimulatedReply, SimulatedRequest, SimulatedRoute, Simulator } from '../../shared/simulator.ts'
import { accountOf } from './accounts.ts'
import { addComment, textOf } from './comment.ts'
import { type Call, guarded } from './gate.ts'
import { kinds } from './kinds.ts'
import { grow, metricNames, plantComment, setMetrics } from './life.ts'
import { commented, info, me, submitted, thread } from './listings.ts'
import { leaseUpload, storeFile } from './media.ts'
import { oauth } from './oauth.ts'
import { refusals } from './refusals.ts'
import { users } from './store.ts'
import { formOf, submit } from './submit.ts'

interface RedditRoute extends Omit<SimulatedRoute, 'host' | 'handle'> {
  readonly scope: string
  readonly handle: (call: Call) => SimulatedReply
}

/** The text of a post in the ledger. */
const wordsOf = (request: SimulatedRequest): string => {
  const { title, text } = formOf({ request })
  return `${title}\n${text}`.trim()
}

const commentWords = (request: SimulatedRequest): string => textOf({ request })

/** Clients write some paths in several ways (PRAW and Postiz, 2026-08). */
const alsoAt = (route: RedditRoute, ...paths: readonly string[]): RedditRoute[] => [
  route,
  ...paths.map((path) => ({ ...route, path })),
]

const served: readonly RedditRoute[] = [
  { method: 'GET', path: '/api/v1/me', operation: 'account', scope: 'identity', handle: me },
  ...alsoAt(
    { method: 'POST', path: '/api/media/asset.json', operation: 'upload', scope: 'submit', handle: leaseUpload },
    '/api/media/asset',
  ),
  ...alsoAt(
    { method: 'POST', path: '/api/submit', operation: 'create', scope: 'submit', handle: submit, text: wordsOf },
    '/api/submit/',
  ),
  ...alsoAt(
    {
      method: 'POST',
      path: '/api/comment',
      operation: 'comment',
      scope: 'submit',
      handle: addComment,
      text: commentWords,
    },
    '/api/comment/',
  ),
  { method: 'GET', path: '/user/:name/submitted', operation: 'read', scope: 'history', handle: submitted },
  { method: 'GET', path: '/user/:name/comments', operation: 'read', scope: 'history', handle: commented },
  ...alsoAt(
    { method: 'GET', path: '/comments/:id', operation: 'read', scope: 'read', handle: thread },
    '/comments/:id/',
  ),
  ...alsoAt({ method: 'GET', path: '/api/info', operation: 'metrics', scope: 'read', handle: info }, '/api/info/'),
]

/**
 * The simulated Reddit, written from notes on its API (RP, 2024-07), its published source of 2017, and what clients
 * send and record. Communities exist without being created. A word in the name of a community sets its rules:
 * `links_only`, `text_only`, `no_images`, `flairs`, `links_once`, `locked`, `quarantined`, `restricted`, `private`,
 * `nowhere`.
 */
export const simulator: Simulator = {
  routes: [
    ...oauth.routes,
    ...served.map(
      ({ scope, handle, ...route }): SimulatedRoute => ({
        ...route,
        host: 'api',
        handle: guarded(oauth, scope, handle),
      }),
    ),
    // The host of Amazon, so it never gets a token.
    { method: 'POST', host: 'upload', path: '/', operation: 'upload', handle: storeFile },
  ],
  refusals,
  kinds,
  ...namedAccounts({ create: accountOf, users, login: oauth.login, prefix: 'u/' }),
  plantComment,
  metrics: metricNames,
  setMetrics,
  settings: platformSettings(appScopes).changeSettings,
  grow,
}
