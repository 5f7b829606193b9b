import { type PublicError, SignInRefused } from '../../contract/errors.ts'
import { hashOneTime } from '../../crypto/one-time.ts'
import { firstCharacters } from '../../domain/foreign-text.ts'
import type { Identity } from '../../oidc/oidc.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { listMemberships } from '../../store/people/memberships.ts'
import { type OidcSignInRow, takeOidcSignIn } from '../../store/people/oidc-sign-ins.ts'
import {
  findPersonByEmail,
  findPersonByOidc,
  insertPerson,
  type PersonRow,
  updatePerson,
} from '../../store/people/people.ts'
import { lookUpSession } from '../../store/people/sessions.ts'
import { audit } from '../audit.ts'
import type { RequestSender, Services } from '../context.ts'
import { explainOidcFault } from './explain-oidc-fault.ts'
import { joinUser, takeInvite } from './join-user.ts'
import { startSession } from './start-session.ts'

export interface OidcReturn {
  /** The parameters that the provider added to the address. */
  readonly query: URLSearchParams
  /** The secret in the cookie of the browser. */
  readonly browser: string | undefined
  readonly sender: RequestSender
}

export interface OidcEnding {
  /** The name of the person. */
  readonly name: string
  /** The token of the new session; null: the person of the session was linked. */
  readonly token: string | null
  /** The page of this instance where the browser goes now; null: none. */
  readonly returnTo: string | null
}

type Deps = Pick<Services, 'database' | 'clock' | 'oidc' | 'log'>

/** Ends a sign-in at the identity provider. */
export async function finishOidc(deps: Deps, { query, browser, sender }: OidcReturn): Promise<OidcEnding> {
  const { database, clock, oidc } = deps
  const state = query.get('state')
  if (oidc === null || state === null || browser === undefined) throw over()
  const hashes = { state: hashOneTime(state), browser: hashOneTime(browser) }
  const taken = await database.transaction((tx) => takeOidcSignIn(tx, hashes, clock.now()))
  if (taken === undefined) throw over()
  const identity = await oidc
    .identify(query, { state, verifier: browser })
    .catch((fault) => explainOidcFault(deps, fault))
  const ended = await database.transaction((tx) =>
    taken.links ? link(tx, taken, identity, clock.now()) : signIn(tx, taken, identity, { sender, now: clock.now() }),
  )
  return { ...ended, returnTo: taken.return_to }
}

async function link(tx: Transaction, { session_id }: OidcSignInRow, identity: Identity, now: number) {
  const session = session_id === null ? undefined : await lookUpSession(tx, session_id)
  if (session === undefined) throw over()
  const { person_id, user_id } = session
  const known = await findPersonByOidc(tx, identity)
  if (known && known.id !== person_id)
    throw refused(
      'Somebody else on this instance is linked with this sign-in already. Sign in at the provider with your own account.',
    )
  const { name } = await updatePerson(tx, person_id, columnsOf(identity))
  await audit(tx, { userId: user_id, keyId: null, personId: person_id, name }, 'oidc.linked', { now })
  return { name, token: null }
}

async function signIn(
  tx: Transaction,
  { session_id, invite }: OidcSignInRow,
  identity: Identity,
  { sender, now }: { sender: RequestSender; now: number },
): Promise<Omit<OidcEnding, 'returnTo'>> {
  const known = await findPersonByOidc(tx, identity)
  const joined = invite === null ? null : await acceptInvite(tx, { invite, identity, known, now })
  const person = joined?.person ?? known
  if (person === undefined)
    throw refused(
      'No account here is linked with this sign-in. Ask an admin for an invite. If you have an account here already, sign in with the password and link it.',
    )
  const view = joined === null ? {} : { userId: joined.userId }
  const memberships = await listMemberships(tx, person.id)
  if (!memberships.some(({ user_id }) => user_id === (view.userId ?? user_id)))
    throw refused('Your account is disabled. Ask an admin to enable it.')
  const session = session_id === null ? undefined : await lookUpSession(tx, session_id)
  const caller = session === undefined ? null : { personId: session.person_id, session: { id: session.id } }
  const { token } = await startSession(tx, { personId: person.id, sender, caller, now, ...view })
  return { name: person.name, token }
}

interface AcceptOptions {
  readonly invite: string
  readonly identity: Identity
  readonly known: PersonRow | undefined
  readonly now: number
}

/** An invite makes a new person. It takes over nobody: not even whoever has its email address. */
async function acceptInvite(tx: Transaction, { invite, identity, known, now }: AcceptOptions) {
  const taken = await takeInvite(tx, invite, now)
  const { email, user_id: userId } = taken
  if (!known && (await findPersonByEmail(tx, email)))
    throw refused(`${email} has an account here already. Sign in to it first, and open the link again.`)
  const name = firstCharacters(identity.name?.trim() ?? '', longestName) || email
  const person =
    known ?? (await insertPerson(tx, { email, name, password: null, created_at: now, ...columnsOf(identity) }))
  await joinUser(tx, taken, person, now)
  return { person, userId }
}

const longestName = 80

const columnsOf = ({ issuer, subject }: Identity) => ({ oidc_issuer: issuer, oidc_subject: subject })

const refused = (message: string): PublicError => new SignInRefused('provider', 'sign_in_refused', message)

const over = (): PublicError =>
  new SignInRefused(
    'provider',
    'invalid_link',
    'This sign-in is over: it was used already, took more than 10 minutes, or began in another browser. Start again where you began.',
  )
