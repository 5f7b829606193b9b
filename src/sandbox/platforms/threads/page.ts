import { minute, second } from '../../../domain/time.ts'
import { ok, parametersOf, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'
import type { Call } from './gate.ts'
import { postShape, requestedFields } from './shapes.ts'
import type { Post } from './store.ts'

const usualPage = 25
const maxPage = 100

/** How many of the latest posts a lagging list leaves out; the newest is always missing. */
const lag = minute

/** A page of a list, with cursors. `after` is present as long as the page has entries; there is no `next`. */
export function pageOf(call: Call, all: Iterable<Post>): SimulatedReply {
  const { world, user, request } = call
  const parameters = parametersOf(request)
  const fields = requestedFields(parameters.fields, world)
  if ('status' in fields) return fields
  const limit = Number(parameters.limit ?? usualPage)
  if (!Number.isInteger(limit) || limit < 1 || limit > maxPage)
    return wrongParameter(`Param limit must be from 1 to ${maxPage}.`, world)
  const since = Number(parameters.since ?? 0) * second
  const lags = world.meets('list_lag', 'read')
  const some: Post[] = []
  let isPassed = parameters.after === undefined
  let isNewest = true
  for (const post of all) {
    const hidden = lags && (isNewest || post.createdAt > world.now() - world.scaled(lag))
    isNewest = false
    if (isPassed && !hidden && post.createdAt >= since) some.push(post)
    if (toCursor(post.id) === parameters.after) isPassed = true
    if (some.length === limit) break
  }
  const [first, last] = [some[0], some.at(-1)]
  return ok({
    data: some.map((post) => postShape(post, { world, fields, viewer: user.id })),
    ...(first && last ? { paging: { cursors: { before: toCursor(first.id), after: toCursor(last.id) } } } : {}),
  })
}

const toCursor = (id: string): string => Buffer.from(id).toString('base64url')
