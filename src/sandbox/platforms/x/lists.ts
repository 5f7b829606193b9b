import { z } from 'zod'
import { day, minute } from '../../../domain/time.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import type { Call } from './gate.ts'
import { invalid, notFound, ok } from './problems.ts'
import { isId, many, wrongId } from './reads.ts'
import { timeOf } from './shapes.ts'
import { listOf, type Post, posts, users } from './store.ts'
import { listed, readView } from './view.ts'

const paging = ['max_results', 'pagination_token', 'start_time', 'end_time', 'since_id', 'until_id']

/** GET /2/users/:id/tweets, newest first. */
export function timeline(call: Call): SimulatedReply {
  const { request, world } = call
  const { id = '' } = request.params
  if (!isId(id)) return wrongId('id', id)
  const page = readPage(request.query, { least: 5, usual: 10 })
  if ('status' in page) return page
  if (!users(world).get(id)) return ok({ errors: [notFound('user', 'id', id)] })
  const without = listed(request.query, 'exclude')
  const fits = (post: Post) => !without.includes('replies') || post.replyTo === null
  return listAnswer(call, [...paging, 'exclude'], listedPosts(world, 'timeline', id, page), page, fits)
}

const searchedBack = 7 * day
const maxQuery = 512

/** GET /2/tweets/search/recent: the posts of the last seven days. */
export function searchRecent(call: Call): SimulatedReply {
  const { request, world } = call
  const query = request.query.get('query') ?? ''
  if (query === '' || query.length > maxQuery)
    return invalid({
      message: `The length of \`query\` must be between 1 and ${maxQuery}, but was ${query.length}`,
      parameters: { query: [query] },
    })
  const page = readPage(request.query, { least: 10, usual: 10 })
  if ('status' in page) return page
  const oldest = world.now() - world.scaled(searchedBack)
  if (page.from !== null && page.from < oldest)
    return invalid({
      message: `Invalid 'start_time':'${timeOf(page.from)}'. 'start_time' must be on or after ${timeOf(oldest)}`,
      parameters: { start_time: request.query.getAll('start_time') },
    })
  const terms = query.split(/\s+/)
  const fits = (post: Post) => post.createdAt >= oldest && terms.every((term) => matches(term, post, world))
  const own = [...paging, 'query', 'next_token', 'sort_order']
  return listAnswer(call, own, candidates(terms, page, world), page, fits)
}

function candidates(terms: readonly string[], page: Page, world: World): Iterable<Post> {
  const conversation = terms.find((term) => term.startsWith('conversation_id:'))
  return listedPosts(world, conversation ? 'conversation' : 'everything', conversation?.split(':')[1] ?? '', page)
}

/** The operators for replies; any other term is a word of the text. */
function matches(term: string, post: Post, world: World): boolean {
  if (term.startsWith('-')) return !matches(term.slice(1), post, world)
  const [operator = '', value = ''] = term.split(':')
  const isUser = (id: string | undefined) =>
    id === value || (id !== undefined && users(world).get(id)?.username.toLowerCase() === value.toLowerCase())
  if (operator === 'conversation_id') return post.conversation === value
  if (operator === 'from') return isUser(post.author)
  if (operator === 'to') return isUser(post.replyTo?.user)
  if (term === 'is:reply') return post.replyTo !== null
  if (term === 'is:retweet') return false
  return post.written.toLowerCase().includes(term.toLowerCase())
}

interface Page {
  readonly size: number
  readonly from: number | null
  readonly to: number | null
  /** Bounds by ID. The posts with these IDs are not included. */
  readonly after: string | null
  readonly before: string | null
}

const moment = z.iso.datetime().transform((text) => Date.parse(text))
const postId = z.string().regex(/^[0-9]{1,19}$/)

function readPage(query: URLSearchParams, { least, usual }: { least: number; usual: number }): Page | SimulatedReply {
  const schema = z.object({
    max_results: z.coerce.number().int().min(least).max(100).default(usual),
    start_time: moment.nullable(),
    end_time: moment.nullable(),
    since_id: postId.nullable(),
    until_id: postId.nullable(),
    token: z.string().transform(fromToken).pipe(postId).nullable(),
  })
  const names = ['start_time', 'end_time', 'since_id', 'until_id']
  const read = schema.safeParse({
    ...Object.fromEntries(names.map((name) => [name, query.get(name)])),
    max_results: query.get('max_results') ?? undefined,
    token: query.get('next_token') ?? query.get('pagination_token'),
  })
  if (!read.success)
    return invalid(
      ...read.error.issues.map(({ path, message }) => {
        const name = String(path[0])
        return {
          message: `The \`${name}\` query parameter value is not valid: ${message}`,
          parameters: { [name]: query.getAll(name) },
        }
      }),
    )
  const { max_results: size, start_time: from, end_time: to, since_id: after, until_id, token } = read.data
  return { size, from, to, after, before: token ?? until_id }
}

/** How many are read at once. */
const batch = 100

/** The posts of a list, newest first. Reads only as many as it needs. */
function* listedPosts(
  world: World,
  kind: 'timeline' | 'conversation' | 'everything',
  id: string,
  page: Page,
): Iterable<Post> {
  const list = kind === 'everything' ? world.documents('posts') : listOf(world, kind, id)
  let before = page.before
  for (;;) {
    const some = list.range({
      reverse: true,
      limit: batch,
      ...(before === null ? {} : { before }),
      ...(page.after === null ? {} : { after: page.after }),
    })
    for (const { id: post } of some) {
      const found = posts(world).get(post)
      if (found && page.from !== null && found.createdAt < page.from) return
      if (found && (page.to === null || found.createdAt < page.to)) yield found
    }
    if (some.length < batch) return
    before = some.at(-1)?.id ?? null
  }
}

/** How many of the latest posts a lagging list leaves out; the newest is always missing. */
const lag = minute

function listAnswer(
  call: Call,
  own: readonly string[],
  found: Iterable<Post>,
  page: Page,
  fits: (post: Post) => boolean,
): SimulatedReply {
  const { request, world, user } = call
  const view = readView(request.query, 'post', own)
  if ('status' in view) return view
  const lags = world.meets('list_lag', 'read')
  const some: Post[] = []
  let isNewest = true
  for (const post of found) {
    const hidden = lags && (isNewest || post.createdAt > world.now() - world.scaled(lag))
    isNewest = false
    if (!hidden && fits(post)) some.push(post)
    if (some.length > page.size) break
  }
  const shown = some.slice(0, page.size)
  const [newest, oldest] = [shown[0], shown.at(-1)]
  const meta = {
    result_count: shown.length,
    ...(newest && oldest ? { newest_id: newest.id, oldest_id: oldest.id } : {}),
    ...(oldest && some.length > shown.length ? { next_token: toToken(oldest.id) } : {}),
  }
  return ok({ ...many(shown, { world, view, viewer: user.id }), meta })
}

const toToken = (id: string): string => Buffer.from(`before ${id}`).toString('base64url')
const fromToken = (token: string): string =>
  Buffer.from(token, 'base64url')
    .toString('utf8')
    .replace(/^before /, '')
