import type { Json } from '../../../domain/outcome.ts'
import { day, inSeconds, minute } from '../../../domain/time.ts'
import { fieldsOf, graphTime, notThere, ok, page, pick, wrongParameter } from '../../shared/graph.ts'
import type { FaultOperation, SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { pageOf, userNamed } from './accounts.ts'
import { commentShape } from './comments.ts'
import { accountsOf, type Call, isReply, ownUser } from './gate.ts'
import { ownPage } from './pages.ts'
import { quotaOf } from './publish.ts'
import { containerAnswer } from './status.ts'
import { comments, containers, countedToday, listOf, type Media, people, posts, type User, users } from './store.ts'

/** GET /me: the account with Instagram Login, the person with Facebook Login. */
export function me(call: Call): SimulatedReply {
  const { host, holder, world, parameters } = call
  if (host === 'api') return userAnswer({ ...call, id: 'me' })
  const person = people(world).get(holder.accountId)
  const found = person ?? pageOf(holder.accountId, world)
  return found
    ? ok(pick({ id: found.id, name: found.name }, fieldsOf(parameters.fields ?? 'id,name')))
    : notThere('me', world)
}

/** GET /me/permissions */
export const permissions = ({ holder }: Call): SimulatedReply =>
  ok({ data: holder.scopes.map((permission) => ({ permission, status: 'granted' })) })

/** GET /{id}: any object with this ID. */
export function node(call: Call): SimulatedReply {
  const { id, world } = call
  if (users(world).get(id)) return userAnswer(call)
  const container = containers(world).get(id)
  if (container) return containerAnswer(container, call)
  const post = posts(world).get(id)
  if (post) return postAnswer(post, call)
  const page = call.host === 'graph' ? ownPage(call) : undefined
  if (page) return page
  const comment = comments(world).get(id)
  return comment ? ok(pick(commentShape(comment), wanted(call))) : notThere(id, world)
}

const wanted = ({ parameters }: Call) => fieldsOf(parameters.fields ?? 'id')

/** The part of the platform that a read of an ID belongs to. */
export function operationOf({ params, query }: SimulatedRequest, world: World): FaultOperation {
  const id = params.id ?? ''
  if (containers(world).get(id)) return 'status'
  if (users(world).get(id)) return (query.get('fields') ?? '').includes('followers_count') ? 'metrics' : 'account'
  return (query.get('fields') ?? '').includes('like_count') ? 'metrics' : 'read'
}

function userAnswer(call: Call): SimulatedReply {
  const { world, host } = call
  const user = ownUser(call)
  if (isReply(user)) return user
  const fields = wanted(call)
  const unknown = [...fields.keys()].find((field) => !userFields.includes(field))
  if (unknown !== undefined || (host === 'api' && fields.has('business_discovery')))
    return wrongParameter(`Tried accessing nonexisting field (${unknown ?? 'business_discovery'})`, world)
  const discovery = fields.get('business_discovery')
  const found = discovery === undefined ? null : discovered(discovery, world)
  if (found !== null && isReply(found)) return found
  return ok(pick({ ...userShape(user, call), ...(found ? { business_discovery: found } : {}) }, fields))
}

const userFields = [
  'id',
  'user_id',
  'username',
  'name',
  'account_type',
  'profile_picture_url',
  'followers_count',
  'follows_count',
  'media_count',
  'biography',
  'website',
  'business_discovery',
]

const userShape = (user: User, { host, world }: Pick<Call, 'host' | 'world'>): Record<string, Json> => ({
  id: host === 'api' ? user.scopedId : user.id,
  ...(host === 'api' ? { user_id: user.id, account_type: 'BUSINESS' } : {}),
  username: user.username,
  name: user.name,
  profile_picture_url: `${world.address('web')}/${user.username}/picture.jpg`,
  followers_count: user.followers,
  follows_count: 0,
  media_count: listOf(world, 'posts', user.id).all().length,
})

/** `.username(name){id,username}`. Personal accounts and unknown names get the same response. */
function discovered(text: string, world: World): Record<string, Json> | SimulatedReply {
  const [, name = '', fields = ''] = /^\.username\(([\w.]+)\)\{(.*)\}$/.exec(text) ?? []
  const user = userNamed(name, world)
  if (!user || user.standing === 'personal')
    return wrongParameter(`Invalid user id: Cannot find User with username: ${name}.`, world)
  return pick(userShape(user, { host: 'graph', world }), fieldsOf(fields))
}

function postAnswer(post: Media, call: Call): SimulatedReply {
  if (!accountsOf(call).includes(post.owner)) return notThere(post.id, call.world)
  const fields = wanted(call)
  if (fields.has('status') || fields.has('status_code'))
    return wrongParameter('Tried accessing nonexisting field (status)', call.world)
  return ok(pick(postShape(post, call.world), fields))
}

function postShape(post: Media, world: World): Record<string, Json> {
  const { id, caption, type, product, code, url, at, metrics } = post
  return {
    id,
    ...(caption === '' ? {} : { caption }),
    media_type: type,
    media_product_type: product,
    permalink: url,
    shortcode: code,
    timestamp: graphTime(at),
    username: users(world).get(post.owner)?.username ?? '',
    like_count: metrics.likes ?? 0,
    comments_count: listOf(world, 'comments', id).all().length,
  }
}

/** How many of the latest posts a lagging list leaves out. */
const lag = minute
const storyLife = day

/** GET /{ig-user}/media, and /stories: newest first. */
export const list =
  (stories: boolean) =>
  (call: Call): SimulatedReply => {
    const { world } = call
    const user = ownUser(call)
    if (isReply(user)) return user
    const before = world.meets('list_lag', 'read') ? world.now() - world.scaled(lag) : world.now()
    const all = listOf(world, 'posts', user.id)
      .all()
      .flatMap(({ id }) => posts(world).get(id) ?? [])
      .filter(({ product, at }) => (product === 'STORY') === stories && at <= before)
      .filter(({ at }) => !stories || at > world.now() - world.scaled(storyLife))
      .reverse()
    return ok(page(all, call, (post) => pick(postShape(post, world), wanted(call))))
  }

/** GET /{ig-user}/content_publishing_limit */
export function publishingLimit(call: Call): SimulatedReply {
  const { world } = call
  const user = ownUser(call)
  if (isReply(user)) return user
  const config = { quota_total: quotaOf(world), quota_duration: inSeconds(day) }
  return ok({ data: [{ config, quota_usage: countedToday(world, 'posts', user) }] })
}
