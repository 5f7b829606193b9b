import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'
import type { Call } from './gate.ts'
import { invalid, notFound, ok } from './problems.ts'
import { includesOf, postShape, userShape, type ViewerContext, withoutEmpty } from './shapes.ts'
import { type Post, posts } from './store.ts'
import { listed, readView } from './view.ts'

const maxIds = 100

/** GET /2/tweets?ids=: the found posts, and an error for each missing one; always status 200. */
export function lookUp(call: Call): SimulatedReply {
  const { query } = call.request
  const ids = listed(query, 'ids')
  const wrong = ids.find((id) => !isId(id))
  if (ids.length === 0 || ids.length > maxIds)
    return invalid({
      message: `The number of values in the \`ids\` query parameter list [${ids.length}] is not between 1 and ${maxIds}`,
      parameters: { ids: query.getAll('ids') },
    })
  if (wrong !== undefined) return wrongId('ids', wrong)
  const view = readView(query, 'post', ['ids'])
  if ('status' in view) return view
  const seen = { world: call.world, view, viewer: call.user.id }
  const found = ids.flatMap((id) => posts(call.world).get(id) ?? [])
  const absent = ids.filter((id) => !found.some((post) => post.id === id))
  return ok(
    many(
      found,
      seen,
      absent.map((id) => notFound('tweet', 'ids', id)),
    ),
  )
}

/** GET /2/tweets/:id */
export function lookUpOne({ request, world, user }: Call): SimulatedReply {
  const { id = '' } = request.params
  if (!isId(id)) return wrongId('id', id)
  const view = readView(request.query, 'post', [])
  if ('status' in view) return view
  const post = posts(world).get(id)
  if (!post) return ok({ errors: [notFound('tweet', 'id', id)] })
  const seen = { world, view, viewer: user.id }
  const { data, errors } = postShape(post, seen)
  return ok({ data, ...withoutEmpty({ includes: includesOf([post], seen), errors }) })
}

/** GET /2/users/me */
export function me({ request, user }: Call): SimulatedReply {
  const view = readView(request.query, 'user', [])
  if ('status' in view) return view
  return ok({ data: userShape(user, { view, viewer: user.id }) })
}

/** A list of posts as in all responses with several posts; `data` is missing if the list is empty. */
export function many(
  found: readonly Post[],
  seen: ViewerContext,
  missing: readonly Json[] = [],
): Readonly<Record<string, Json>> {
  const shapes = found.map((post) => postShape(post, seen))
  return withoutEmpty({
    data: shapes.map(({ data }) => data),
    includes: includesOf(found, seen),
    errors: [...missing, ...shapes.flatMap(({ errors }) => errors)],
  })
}

export const isId = (text: string): boolean => /^[0-9]{1,19}$/.test(text)

export const wrongId = (parameter: string, value: string): SimulatedReply =>
  invalid({
    message: `The \`${parameter}\` query parameter value [${value}] is not valid`,
    parameters: { [parameter]: [value] },
  })
