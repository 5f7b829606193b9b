import { type Simulator, SimulatorFault, type World } from '../../shared/simulator.ts'
import { addComment } from './add.ts'
import { channelNamed, channels, comments, type Video, videos } from './store.ts'

/** Somebody comments on a video, or replies to a comment, in a browser. */
export const plantComment: NonNullable<Simulator['plantComment']> = (world, postId, { author, message }) => {
  const parent = comments(world).get(postId)
  const video = videos(world).get(parent?.video ?? postId)
  if (!video) return undefined
  if (message.trim() === '') throw new SimulatorFault('A comment on YouTube has a text.')
  if (video.madeForKids) throw new SimulatorFault('A video that is made for children has no comments.')
  // A reply to a reply belongs to the same top-level comment.
  const thread = parent?.thread ? comments(world).get(parent.thread) : parent
  return addComment(world, { video, thread: thread ?? null, author: channelNamed(author, world), text: message }).id
}

const counts = ['views', 'likes', 'comments'] as const

export const metricNames: readonly string[] = counts

export const setMetrics: NonNullable<Simulator['setMetrics']> = (world, postId, given) => {
  const video = videos(world).get(postId)
  if (!video) return false
  videos(world).put({
    ...video,
    ...Object.fromEntries(counts.flatMap((name) => (name in given ? [[name, given[name]]] : []))),
  })
  return true
}

/** The videos whose numbers still grow: the newest. */
const growing = 20
const words = ['First!', 'Great video.', 'What camera is that?', 'Thank you for this.']
const people = ['Ada', 'Bruno', 'Chiara', 'Dmitri', 'Emeka']

export function grow(world: World): void {
  const newest = world
    .posts()
    .filter(({ reply_to }) => reply_to === null)
    .slice(-growing)
    .flatMap(({ id }) => videos(world).get(id) ?? [])
  for (const video of newest) watch(video, world)
  const video = oneOf(newest, world)
  if (video && !video.madeForKids && world.fraction() < 1 / 4)
    plantComment(world, video.id, { author: oneOf(people, world) ?? 'Ada', message: oneOf(words, world) ?? 'First!' })
}

function watch({ id }: Video, world: World): void {
  const video = videos(world).get(id)
  const channel = video && channels(world).get(video.channel)
  if (!video || !channel) return
  const views = Math.ceil(world.fraction() * 40)
  videos(world).put({ ...video, views: video.views + views, likes: video.likes + Math.floor(world.fraction() * 4) })
  channels(world).put({ ...channel, subscribers: channel.subscribers + Math.floor(world.fraction() * 2) })
}

const oneOf = <T>(all: readonly T[], world: World): T | undefined => all[Math.floor(world.fraction() * all.length)]
