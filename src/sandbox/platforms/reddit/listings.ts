import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { minute } from '../../../domain/time.ts'
import type { Documents, SimulatedReply } from '../../shared/simulator.ts'
import { userNamed } from './accounts.ts'
import { notFound, ok } from './answers.ts'
import type { Call } from './gate.ts'
import { commentShape, meShape, postShape } from './shapes.ts'
import { comments, listOf, type Post, posts } from './store.ts'

const querySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).catch(25),
  after: z
    .string()
    .regex(/^t[13]_[a-z0-9]+$/)
    .transform((name) => name.slice('t3_'.length))
    .optional()
    .catch(undefined),
})

interface PageOfItems<T> {
  readonly kind: 't1' | 't3'
  readonly list: Documents
  readonly find: (id: string) => T | undefined
  readonly shape: (one: T) => Json
}

/** How many are read at once. */
const batch = 100

/** A page of a list, newest first, and the ID after which the next page starts. */
function answerPage<T extends { readonly id: string }>(
  query: URLSearchParams,
  { kind, list, find, shape }: PageOfItems<T>,
): SimulatedReply {
  const { limit, after } = querySchema.parse(Object.fromEntries(query))
  const some: T[] = []
  for (const id of newestFirst(list, after)) {
    const found = find(id)
    if (found) some.push(found)
    if (some.length > limit) break
  }
  const shown = some.slice(0, limit)
  const last = some.length > limit ? shown.at(-1) : undefined
  return ok(
    listing(
      shown.map((one) => ({ kind, data: shape(one) })),
      last ? `${kind}_${last.id}` : null,
    ),
  )
}

const listing = (children: readonly Json[], after: string | null): Json => ({
  kind: 'Listing',
  data: { after, before: null, dist: children.length, children },
})

function* newestFirst(list: Documents, behind: string | undefined): Iterable<string> {
  let before = behind
  for (;;) {
    const some = list.range({ reverse: true, limit: batch, ...(before === undefined ? {} : { before }) })
    for (const { id } of some) yield id
    if (some.length < batch) return
    before = some.at(-1)?.id
  }
}

/** How many of the latest entries a lagging list leaves out; the newest is always missing. */
const lag = minute

/** The entries of a person in a list, which may lag. */
function shownIn({ world }: Call, list: Documents) {
  const lags = world.meets('list_lag', 'read')
  const newest = list.range({ reverse: true, limit: 1 })[0]?.id
  return ({ id, createdAt }: { readonly id: string; readonly createdAt: number }): boolean =>
    !lags || (id !== newest && createdAt <= world.now() - world.scaled(lag))
}

/** GET /user/:name/submitted */
export function submitted(call: Call): SimulatedReply {
  const { request, world } = call
  const person = userNamed(request.params.name ?? '', world)
  if (!person) return notFound()
  const list = listOf(world, 'submitted', person.id)
  const isShown = shownIn(call, list)
  return answerPage(request.query, {
    kind: 't3',
    list,
    find: (id) => {
      const post = posts(world).get(id)
      return post && post.listedAt <= world.now() && isShown(post) ? post : undefined
    },
    shape: (post) => postShape(post, world),
  })
}

/** GET /user/:name/comments */
export function commented(call: Call): SimulatedReply {
  const { request, world } = call
  const person = userNamed(request.params.name ?? '', world)
  if (!person) return notFound()
  const list = listOf(world, 'comments', person.id)
  const isShown = shownIn(call, list)
  return answerPage(request.query, {
    kind: 't1',
    list,
    find: (id) => {
      const comment = comments(world).get(id)
      return comment && isShown(comment) ? comment : undefined
    },
    shape: (comment) => commentShape(comment, world),
  })
}

const maxNames = 100

/** GET /api/info. Missing objects are left out. */
export function info({ request, world }: Call): SimulatedReply {
  const names = (request.query.get('id') ?? '').split(',').slice(0, maxNames)
  const found = names.flatMap((name): Post[] => {
    const post = name.startsWith('t3_') ? posts(world).get(name.slice('t3_'.length)) : undefined
    return post && post.listedAt <= world.now() ? [post] : []
  })
  return ok(
    listing(
      found.map((post) => ({ kind: 't3', data: postShape(post, world) })),
      null,
    ),
  )
}

/** GET /comments/:id: the post and its top-level comments, without replies. */
export function thread({ request, world }: Call): SimulatedReply {
  const post = posts(world).get(request.params.id ?? '')
  if (!post) return notFound()
  const below = [...newestFirst(listOf(world, 'below', post.id), undefined)]
    .flatMap((id) => comments(world).get(id) ?? [])
    .filter(({ parent }) => parent === `t3_${post.id}`)
  return ok([
    listing([{ kind: 't3', data: postShape(post, world) }], null),
    listing(
      below.map((comment) => ({ kind: 't1', data: commentShape(comment, world) })),
      null,
    ),
  ])
}

/** GET /api/v1/me */
export const me = ({ world, user }: Call): SimulatedReply => ok(meShape(user, world))
