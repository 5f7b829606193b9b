import { noGraphRoute, parametersOf, tokenOf, usualGraphPath } from '../../shared/graph.ts'
import { holderOf, simulateGraphLogin } from '../../shared/graph-login.ts'
import type { FaultOperation, SimulatedRequest, SimulatedRoute, Simulator } from '../../shared/simulator.ts'
import { addComment, listComments } from './comments.ts'
import { addToFeed } from './feed.ts'
import { asPage, asPerson, onOwnPage } from './gate.ts'
import { postInsights, videoInsights } from './insights.ts'
import { kinds } from './kinds.ts'
import { grow, metricNames, plantComment, setMetrics } from './life.ts'
import {
  accounts,
  businesses,
  clientPages,
  debugToken,
  loginRules,
  me,
  ownedPages,
  ownPage,
  permissions,
  personOf,
} from './people.ts'
import { addPhoto } from './photos.ts'
import { changeObject, operationOfRead, publishedPosts, readObject, reels, removeObject, thumbnails } from './reads.ts'
import { refusals } from './refusals.ts'
import { addReel, addVideoStory, receiveBytes } from './sessions.ts'
import { changeSettings, pages } from './store.ts'
import { addPhotoStory, stories } from './stories.ts'
import { addThumbnail, addVideo, phaseOf } from './videos.ts'

const login = simulateGraphLogin(loginRules)

const graphHosts = ['graph', 'video']

const reading = 'pages_read_engagement'
const writing = 'pages_manage_posts'

/** The last call of a session publishes. Earlier calls only send bytes. */
const operationOfSession = (request: SimulatedRequest): FaultOperation =>
  ['finish', ''].includes(phaseOf(request)) ? 'create' : 'upload'
const descriptionOf = (request: SimulatedRequest): string => parametersOf(request).description ?? ''
const messageOf = (request: SimulatedRequest): string => parametersOf(request).message ?? ''

const readAsPage = asPage(reading, readObject)
const readAsPerson = asPerson(ownPage)

/** A person who manages a Page can read it with their own token. */
const readNode: SimulatedRoute['handle'] = (request, world) => {
  const holder = holderOf(request, world)
  const isPerson = holder.type === 'granted' && holder.kind !== 'page'
  return isPerson ? readAsPerson(request, world) : readAsPage(request, world)
}

type Row = readonly [
  method: SimulatedRoute['method'],
  path: string,
  operation: SimulatedRoute['operation'],
  handle: SimulatedRoute['handle'],
  text?: NonNullable<SimulatedRoute['text']>,
]

const rows: readonly Row[] = [
  ['GET', '/me', 'account', asPerson(me)],
  ['GET', '/me/accounts', 'account', asPerson(accounts)],
  ['GET', '/me/permissions', 'account', asPerson(permissions)],
  ['GET', '/me/businesses', 'account', asPerson(businesses)],
  ['GET', '/debug_token', 'account', (request, world) => debugToken(parametersOf(request), tokenOf(request), world)],
  ['GET', '/:id/owned_pages', 'account', asPerson(ownedPages)],
  ['GET', '/:id/client_pages', 'account', asPerson(clientPages)],
  ['POST', '/:id/photos', 'upload', onOwnPage(writing, addPhoto)],
  ['POST', '/:id/feed', 'create', onOwnPage(writing, addToFeed), messageOf],
  ['POST', '/:id/photo_stories', 'create', onOwnPage(writing, addPhotoStory)],
  ['POST', '/:id/video_reels', operationOfSession, onOwnPage(writing, addReel), descriptionOf],
  ['POST', '/:id/video_stories', operationOfSession, onOwnPage(writing, addVideoStory), descriptionOf],
  ['POST', '/:id/thumbnails', 'upload', asPage(writing, addThumbnail)],
  ['POST', '/:id/comments', 'comment', asPage('pages_manage_engagement', addComment), messageOf],
  ['GET', '/:id/comments', 'read', asPage(reading, listComments)],
  ['GET', '/:id/published_posts', 'read', onOwnPage(reading, publishedPosts)],
  ['GET', '/:id/stories', 'read', onOwnPage(reading, stories)],
  ['GET', '/:id/video_reels', 'read', onOwnPage(reading, reels)],
  ['GET', '/:id/thumbnails', 'read', asPage(reading, thumbnails)],
  ['GET', '/:id/insights', 'metrics', asPage('read_insights', postInsights)],
  ['GET', '/:id/video_insights', 'metrics', asPage('read_insights', videoInsights)],
  ['GET', '/:id', operationOfRead, readNode],
  ['POST', '/:id', 'create', asPage(writing, changeObject)],
  ['DELETE', '/:id', null, asPage(writing, removeObject)],
]

const videoRow: Row = ['POST', '/:id/videos', operationOfSession, onOwnPage(writing, addVideo), descriptionOf]

const routesAt = (host: string, served: readonly Row[]): SimulatedRoute[] =>
  served.map(([method, path, operation, handle, text]) => ({
    host,
    method,
    path: `/:version${path}`,
    operation,
    handle,
    ...(text ? { text } : {}),
  }))

/**
 * The simulated Facebook, written from Meta's documentation (2026-09) and its published API specification (2026-04). A
 * person has one Page, of their own name, unless the kind of account says otherwise.
 */
export const simulator: Simulator = {
  routes: [
    ...login.routes,
    ...routesAt('graph', [...rows, videoRow]),
    ...routesAt('video', [videoRow]),
    {
      host: 'upload',
      method: 'POST',
      path: '/video-upload/:version/:id',
      operation: 'upload',
      handle: receiveBytes,
    },
  ],
  usualPath: usualGraphPath(graphHosts, 'v25.0'),
  noRoute: noGraphRoute(graphHosts),
  refusals,
  kinds,
  account: (name, world) => {
    personOf(name, world)
    return login.login(name)
  },
  nameOf: (world, id) => pages(world).get(id)?.name,
  plantComment,
  metrics: metricNames,
  setMetrics,
  settings: changeSettings,
  grow,
}
