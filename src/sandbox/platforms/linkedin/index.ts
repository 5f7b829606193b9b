import { z } from 'zod'
import { simulateOAuth } from '../../shared/oauth.ts'
import type { SimulatedRequest, SimulatedRoute, Simulator } from '../../shared/simulator.ts'
import { addImage, changeVideos, readAsset, receiveImage, receivePart } from './assets.ts'
import { addComment, deleteComment, listComments, readComment } from './comments.ts'
import { type Handler, signedIn, versioned } from './gate.ts'
import { kinds } from './kinds.ts'
import { grow, metricNames, plantComment, setMetrics } from './life.ts'
import { shownText } from './little-text.ts'
import { oauthRules } from './oauth.ts'
import {
  me,
  memberFollowersCount,
  nameOf,
  networkSizes,
  organization,
  organizationAcls,
  personOf,
  userinfo,
} from './people.ts'
import { createPost, deletePost, listPosts, readPost } from './posts.ts'
import { refusals } from './refusals.ts'
import { changeSettings } from './settings.ts'
import { postAnalytics, shareStatistics } from './statistics.ts'

const oauth = simulateOAuth(oauthRules)

const textSchema = z.object({ commentary: z.string().catch(''), message: z.object({ text: z.string() }).optional() })

/** The text of a post as people see it, without LinkedIn's escapes. */
function textOf(request: SimulatedRequest): string {
  const { commentary = '', message } = textSchema.safeParse(request.json()).data ?? {}
  return message?.text ?? shownText(commentary)
}

type Row = readonly [
  method: SimulatedRoute['method'],
  path: string,
  operation: SimulatedRoute['operation'],
  handle: Handler,
  text?: NonNullable<SimulatedRoute['text']>,
]

const rows: readonly Row[] = [
  ['GET', '/organizationAcls', 'account', organizationAcls],
  ['GET', '/organizations/:id', 'account', organization],
  ['POST', '/images', 'upload', addImage],
  ['GET', '/images/:id', 'status', readAsset],
  ['POST', '/videos', 'upload', changeVideos],
  ['GET', '/videos/:id', 'status', readAsset],
  ['POST', '/posts', 'create', createPost, textOf],
  ['GET', '/posts', 'read', listPosts],
  ['GET', '/posts/:id', 'read', readPost],
  ['DELETE', '/posts/:id', null, deletePost],
  ['POST', '/socialActions/:id/comments', 'comment', addComment, textOf],
  ['GET', '/socialActions/:id/comments', 'read', listComments],
  ['GET', '/socialActions/:id/comments/:comment', 'read', readComment],
  ['DELETE', '/socialActions/:id/comments/:comment', null, deleteComment],
  ['GET', '/organizationalEntityShareStatistics', 'metrics', shareStatistics],
  ['GET', '/memberCreatorPostAnalytics', 'metrics', postAnalytics],
  ['GET', '/networkSizes/:id', 'metrics', networkSizes],
  ['GET', '/memberFollowersCount', 'metrics', memberFollowersCount],
]

/**
 * The simulated LinkedIn, written from LinkedIn's documentation (2026-09) and what clients report. A person manages one
 * Page, unless the kind of account says otherwise.
 */
export const simulator: Simulator = {
  routes: [
    ...oauth.routes,
    { method: 'GET', host: 'api', path: '/v2/userinfo', operation: 'account', handle: signedIn(oauth, userinfo) },
    { method: 'GET', host: 'api', path: '/v2/me', operation: 'account', handle: signedIn(oauth, me) },
    ...rows.map(
      ([method, path, operation, handle, text]): SimulatedRoute => ({
        method,
        host: 'api',
        path: `/rest${path}`,
        operation,
        handle: versioned(oauth, handle),
        ...(text ? { text } : {}),
      }),
    ),
    {
      method: 'PUT',
      host: 'web',
      path: '/dms-uploads/:key',
      operation: 'upload',
      handle: signedIn(oauth, receiveImage),
    },
    { method: 'PUT', host: 'web', path: '/dms-uploads/:key/:part', operation: 'upload', handle: receivePart },
  ],
  refusals,
  kinds,
  account: (name, world) => {
    personOf(name, world)
    return oauth.login(name)
  },
  nameOf,
  plantComment,
  metrics: metricNames,
  setMetrics,
  settings: changeSettings,
  grow,
}
