import { type Simulator, SimulatorFault, type World } from '../../shared/simulator.ts'
import { accountNamed, changeFollowers } from './accounts.ts'
import { changeMetrics, countNames, metricsOf } from './appview.ts'
import { recordCid } from './cid.ts'
import { RefusedRequest } from './errors.ts'
import { knownPost, newest, showPost } from './posts.ts'
import { postCollection, readPost } from './record.ts'
import { keepRecord, uriOf } from './records.ts'
import { newTid } from './tid.ts'

/** Somebody replies to a post. The reply is visible at once, so that nobody has to wait for it. */
export const plantComment: NonNullable<Simulator['plantComment']> = (world, postId, { author, message }) => {
  const parent = knownPost(postId, world)
  if (!parent) return undefined
  const root = (parent.root === null ? parent : knownPost(parent.root, world)) ?? parent
  const { did } = accountNamed(author, world)
  const value = {
    $type: postCollection,
    text: message,
    createdAt: new Date(world.now()).toISOString(),
    reply: { root: { uri: root.uri, cid: root.cid }, parent: { uri: parent.uri, cid: parent.cid } },
  }
  checkPost(value)
  const rkey = newTid(world)
  const record = { cid: recordCid(value), value }
  keepRecord(did, postCollection, rkey, record, world)
  showPost(did, rkey, record, world, 'at once')
  return uriOf(did, postCollection, rkey)
}

function checkPost(value: Parameters<typeof readPost>[0]): void {
  try {
    readPost(value)
  } catch (error) {
    throw error instanceof RefusedRequest ? new SimulatorFault(error.message) : error
  }
}

/** The followers are those of the post's author. */
export const metricNames = [...countNames, 'followersCount']

export const setMetrics: NonNullable<Simulator['setMetrics']> = (world, postId, given) => {
  const post = knownPost(postId, world)
  if (!post) return false
  const { followersCount: followers } = given
  if (followers !== undefined) changeFollowers(post.did, () => followers, world)
  const changes = countNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]))
  changeMetrics(postId, Object.fromEntries(changes), world)
  return true
}

/** The newest posts. Only their numbers still grow. */
const growing = 20
const commentsShare = 0.1
const people = ['Ada', 'Bruno', 'Chiara', 'Dmitri', 'Emeka']
const comments = ['Well said.', 'Is there more of this?', 'I had never thought of that!', 'Saved for later.']

export function grow(world: World): void {
  for (const uri of newest(growing, world)) {
    const post = knownPost(uri, world)
    if (!post || post.parent !== null) continue
    const { likeCount = 0, repostCount = 0 } = metricsOf(uri, world)
    changeMetrics(
      uri,
      {
        likeCount: likeCount + Math.floor(world.fraction() * 5),
        repostCount: repostCount + Math.floor(world.fraction() * 2),
      },
      world,
    )
    const more = Math.floor(world.fraction() * 2)
    changeFollowers(post.did, (before) => before + more, world)
    if (world.fraction() < commentsShare)
      plantComment(world, uri, { author: one(people, world), message: one(comments, world) })
  }
}

const one = (list: readonly string[], world: World): string => list[Math.floor(world.fraction() * list.length)] ?? ''
