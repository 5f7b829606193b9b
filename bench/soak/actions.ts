import type { Reply } from '../../test/harness/client.ts'
import { testedNames } from '../../test/platforms/index.ts'
import { agree, neededBy, optionsFor, takesComments } from '../../test/platforms/needs.ts'
import type { Person } from './person.ts'

/** An activity of people; the figure is how often, compared with the others. */
export interface Action {
  readonly often: number
  readonly run: (as: Person, fixtures: SoakFixtures) => Promise<unknown>
}

export interface SoakFixtures {
  /** Files of all kinds, by their type. */
  readonly files: readonly (readonly [type: string, bytes: Buffer<ArrayBuffer>])[]
  readonly film: Buffer<ArrayBuffer>
  /** The address of a server that has the files under their numbers, and receives webhooks under /hook. */
  readonly origin: string
  /** Somebody comments on a published post. */
  readonly comment: (platform: string, postId: string) => Promise<unknown>
}

const chance = (part: number): boolean => Math.random() < part
const pick = <T>(some: readonly T[]): T => {
  const one = some[Math.floor(Math.random() * some.length)]
  if (one === undefined) throw new Error('There is nothing to pick from.')
  return one
}
let posted = 0
const text = (): string => {
  posted += 1
  return `No. ${posted} of ${pick(['our news', 'Ähnliches', '日本語の投稿', 'a day 🎉'])} at https://example.com/${posted} #soak`
}

function somePlatforms(): string[] {
  const chosen: string[] = [pick(testedNames)]
  while (chance(0.6) && chosen.length < 6) {
    const next = pick(testedNames)
    if (!chosen.includes(next) && chosen.every((one) => agree(one, next))) chosen.push(next)
  }
  return chosen
}

async function upload({ ask }: Person, type: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const { body } = await ask('POST', '/upload', {
    body: { filename: 'file', contentType: type, size: bytes.length },
  })
  const put = await fetch(body.url, { method: 'PUT', headers: body.headers, body: bytes })
  await put.text()
  return body.storageKey
}

async function post(as: Person, { files, film }: SoakFixtures): Promise<Reply> {
  const platforms = somePlatforms()
  const needs = neededBy(platforms)
  const [type, bytes] = pick(files)
  const isShown = needs === 'image' || (needs === null && chance(0.4))
  const key = needs === 'video' ? await upload(as, 'video/mp4', film) : isShown ? await upload(as, type, bytes) : null
  const options = optionsFor(platforms)
  return as.ask('POST', '/post', {
    headers: { 'idempotency-key': `soak-${Math.random()}` },
    body: {
      message: text(),
      platforms,
      ...(options && { platform_options: options }),
      ...(key !== null && { media: [{ storageKey: key, alt_text: 'What one sees' }] }),
      ...(chance(0.3) && platforms.every(takesComments) && { comments_under_post: ['First.', 'Second.'] }),
      ...(chance(0.2) && { scheduled_at: new Date(Date.now() + 10_000 + Math.random() * 60_000).toISOString() }),
    },
  })
}

/** A recent post, if there is one. */
async function someJob({ ask }: Person): Promise<{ postId: number; jobId: number } | null> {
  const { body } = await ask('GET', `/posts?page=${pick([1, 2, 3])}`)
  const posts = body.data?.posts ?? []
  if (posts.length === 0) return null
  const { id, jobs } = pick<{ id: number; jobs: { jobId: number }[] }>(posts)
  return { postId: id, jobId: jobs[0]?.jobId ?? id }
}

async function draft(as: Person): Promise<void> {
  const { ask } = as
  const { body } = await ask('POST', '/drafts', { body: { message: text(), platforms: ['x', 'bluesky'] } })
  const { id } = body.data
  await ask('PATCH', `/drafts/${id}`, { body: { expected_revision: 1, message: text() } })
  await ask('GET', '/drafts')
  if (chance(0.5)) await ask('POST', `/drafts/${id}/submit`, { body: { expected_revision: 2 } })
  else await ask('DELETE', `/drafts/${id}`, { body: { expected_revision: 2 } })
}

const sorts = ['newest', 'oldest', 'likes', 'likes_asc', 'views', 'engagement_rate', 'comments']

async function browse({ ask }: Person): Promise<void> {
  const sort = pick(sorts)
  const search = chance(0.3) ? `&search=${Math.floor(Math.random() * 100)}` : ''
  const filter = chance(0.3) ? `&platform=${pick(testedNames)}` : ''
  const { body } = await ask('GET', `/analytics/posts?sort=${sort}&limit=50${search}${filter}`)
  if (body.next_cursor) await ask('GET', `/analytics/posts?cursor=${body.next_cursor}&limit=50`)
  await ask('GET', `/analytics/posts?sort=${sort}&page=${pick([1, 2, 3])}${filter}`)
  await ask('GET', '/audience?days=30')
}

async function look(as: Person, { comment: write }: SoakFixtures): Promise<void> {
  const job = await someJob(as)
  if (!job) return
  const { ask } = as
  await ask('GET', `/posts/${job.postId}`)
  const read = (await ask('GET', `/jobs/${job.jobId}`)).body?.data?.job
  if (read?.platform_post_id && chance(0.5)) await write(read.platform, read.platform_post_id)
  await ask('GET', `/analytics?post_id=${job.postId}`)
  const { body } = await ask('GET', `/comments?post_id=${job.postId}`)
  if (chance(0.3)) await ask('POST', '/analytics/refresh', { body: { post_id: job.postId } })
  const [comment] = body?.data?.comments ?? []
  if (comment && chance(0.2))
    await ask('POST', '/comments/reply', {
      body: { post_id: job.postId, comment_id: comment.id, message: text() },
      headers: { 'idempotency-key': `reply-${Math.random()}` },
    })
}

async function webhook({ ask }: Person, { origin }: SoakFixtures): Promise<void> {
  const { body } = await ask('POST', '/webhooks', { body: { url: `${origin}/hook` } })
  if (body.id === undefined) return
  await ask('POST', `/webhooks/${body.id}/test`)
  await ask('GET', `/webhooks/${body.id}/deliveries`)
  await ask('DELETE', `/webhooks/${body.id}`)
}

async function change(as: Person): Promise<void> {
  const job = await someJob(as)
  if (!job) return
  await as.ask('PATCH', `/posts/${job.postId}`, { body: { expected_revision: 1, message: text() } })
  if (chance(0.3)) await as.ask('DELETE', `/posts/${job.postId}`)
}

/** Requests that are refused, each for another reason. */
async function wrong({ ask }: Person): Promise<void> {
  await ask('POST', '/post', { body: { message: 'x'.repeat(5_000), platforms: ['x', 'nowhere'] } })
  await ask('POST', '/post', { raw: '{"message": ' })
  await ask('GET', `/posts/${Math.floor(Math.random() * 1e9)}`)
  await ask('GET', `/no-such-path-${Math.random()}`)
  await ask('GET', '/usage', { key: `pp_${Math.random()}` })
  await ask('POST', '/profiles', { raw: Buffer.alloc(200_000, 'x') })
  await ask('POST', '/upload', { body: { url: 'http://169.254.169.254/latest' } })
}

const actions: readonly Action[] = [
  { often: 30, run: post },
  { often: 10, run: draft },
  { often: 15, run: browse },
  { often: 15, run: look },
  { often: 5, run: webhook },
  { often: 5, run: change },
  { often: 10, run: wrong },
  { often: 5, run: (as, { files }) => upload(as, ...pick(files)) },
  {
    often: 5,
    run: ({ ask }, { files, origin }) =>
      ask('POST', '/upload', { body: { url: `${origin}/${Math.floor(Math.random() * files.length)}` } }),
  },
  { often: 5, run: ({ ask }) => ask('GET', '/settings') },
  { often: 5, run: ({ ask }) => ask('GET', '/platforms') },
  { often: 3, run: ({ ask }) => ask('POST', '/settings', { body: { business_name: text().slice(0, 40) } }) },
  { often: 3, run: ({ ask }) => ask('GET', '/events?limit=50') },
]

/** One of them, as often as they say. */
export function nextAction(): Action {
  const all = actions.reduce((sum, { often }) => sum + often, 0)
  let left = Math.random() * all
  for (const action of actions) {
    left -= action.often
    if (left < 0) return action
  }
  return pick(actions)
}
