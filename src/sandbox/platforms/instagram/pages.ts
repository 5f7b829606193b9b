import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { day, inSeconds } from '../../../domain/time.ts'
import { simulatedApp } from '../../shared/app.ts'
import { fieldsOf, ok, page, pick, refuse, tokenOf, wrongParameter } from '../../shared/graph.ts'
import { issueToken, holder as readHolder, refuseToken } from '../../shared/graph-login.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import type { Call } from './gate.ts'
import { type Person, people, users } from './store.ts'

const knownToken = z.string()

/** GET /me/accounts: the Pages of a person, each with a token of its own. */
export function accounts({ holder, world, parameters }: Call): SimulatedReply {
  const person = people(world).get(holder.accountId)
  if (!person) return wrongParameter('Tried accessing nonexisting field (accounts) on node type (Page)', world)
  const tasks = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MANAGE', 'MESSAGING', 'MODERATE']
  return ok(page(person.pages, parameters, (one) => ({ ...pageShape(one, holder.login, world), tasks })))
}

/** GET /:page as a person who manages it; undefined if they do not. */
export function ownPage({ id, holder, world, parameters }: Call): SimulatedReply | undefined {
  const found = people(world)
    .get(holder.accountId)
    ?.pages.find((one) => one.id === id)
  return found && ok(pick(pageShape(found, holder.login, world), fieldsOf(parameters.fields ?? 'id,name')))
}

function pageShape(one: Person['pages'][number], login: string, world: World): Record<string, Json> {
  const user = one.account === null ? undefined : users(world).get(one.account)
  return {
    id: one.id,
    name: one.name,
    access_token: pageToken(one.id, login, world),
    ...(user ? { instagram_business_account: { id: user.id, username: user.username, name: user.name } } : {}),
  }
}

/** GET /me/businesses: nobody here has one. */
export const businesses = ({ holder, world }: Call): SimulatedReply =>
  holder.scopes.includes('business_management')
    ? ok({ data: [] })
    : refuse({ message: '(#100) Missing Permission', code: 100, status: 403 }, world)

/** The same for a Page and a login, however often they are asked for. */
function pageToken(pageId: string, login: string, world: World): string {
  const kept = world.documents('page_tokens')
  const known = knownToken.safeParse(kept.get(`${pageId} ${login}`))
  if (known.success) return known.data
  const made = issueToken(world, { login, kind: 'page', accountId: pageId, expiresAt: null })
  kept.put(`${pageId} ${login}`, made)
  return made
}

/** The person has to sign in again after 90 days for data to be read. */
const dataAccess = 90 * day

/** GET /debug_token, which the app itself asks. */
export function debugToken(request: SimulatedRequest, world: World): SimulatedReply {
  if (tokenOf(request) !== `${simulatedApp.clientId}|${simulatedApp.clientSecret}`)
    return refuse({ code: 190, message: 'Invalid OAuth access token signature.' }, world)
  const found = readHolder(request.query.get('input_token'), world)
  if (found.type === 'refused') return refuseToken(found.why, world)
  const seconds = (time: number | null) => (time === null ? 0 : Math.floor(inSeconds(time)))
  return ok({
    data: {
      app_id: simulatedApp.clientId,
      type: found.kind === 'page' ? 'PAGE' : 'USER',
      is_valid: true,
      expires_at: seconds(found.expiresAt),
      data_access_expires_at: seconds(found.issuedAt + dataAccess),
      scopes: [...found.scopes],
      user_id: found.accountId,
    },
  })
}
