import { z } from 'zod'
import { keyOperations, minutesAhead } from '../../contract/keys.ts'
import { leastRole } from '../../contract/operation.ts'
import { hashOneTime, newOneTime } from '../../crypto/one-time.ts'
import { commandLine, pastedCode } from '../../domain/application.ts'
import { type Policy, policyTypes } from '../../domain/policy.ts'
import { isAtLeast } from '../../domain/roles.ts'
import { codeLasts, longestGrantPause, passwordCounts } from '../../domain/sign-in-times.ts'
import { flag } from '../../store/engine/stored.ts'
import { policyColumns } from '../../store/people/keys.ts'
import { touchClient } from '../../store/people/oauth-clients.ts'
import { insertGrant } from '../../store/people/oauth-grants.ts'
import { findUser } from '../../store/people/users.ts'
import { requireFreeKey } from '../admin/new-key.ts'
import type { PersonCaller } from '../context.ts'
import { isDocumentAddress } from './client-documents.ts'
import {
  type AccessRequest,
  fieldsOf,
  type OAuthServices,
  RefusedRequest,
  readRequest,
  UnusableRequest,
} from './read-request.ts'

/** The next page or action of the browser. */
export type Authorization =
  | { readonly type: 'unusable' | 'forbidden'; readonly message: string }
  | { readonly type: 'sign_in'; readonly fields: AccessRequest['fields'] }
  | { readonly type: 'asking'; readonly request: AccessRequest; readonly consent: Consent }
  /** The browser goes back to the application. `by` is null if nobody was asked. */
  | { readonly type: 'answer'; readonly url: string; readonly by: AccessRequest | null; readonly allowed: boolean }
  /** The person pastes the code. */
  | { readonly type: 'code'; readonly code: string }

/** The content of the question to the person. */
export interface Consent {
  readonly person: string
  /** The user for whom the application would act, and its email address. */
  readonly user: { readonly id: number; readonly email: string }
  readonly scopes: AccessRequest['scopes']
  readonly policy: Policy['type']
  readonly unattended: boolean
}

const decision = z
  .object({
    decision: z.enum(['allow', 'deny']),
    user: z.coerce.number(),
    policy: z.enum(policyTypes),
    minutes_ahead: z.coerce.number().pipe(minutesAhead).optional().catch(undefined),
    unattended: z
      .literal('yes')
      .optional()
      .catch(undefined)
      .transform((ticked) => ticked !== undefined),
  })
  .transform(({ policy, minutes_ahead: minutes, ...rest }, context): Answer => {
    if (policy !== 'ahead') return { ...rest, policy: { type: policy } }
    if (minutes !== undefined) return { ...rest, policy: { type: policy, minutes } }
    context.addIssue({ code: 'custom', message: 'The minutes are missing.' })
    return z.NEVER
  })

/** The answer of the person. */
interface Answer {
  readonly decision: 'allow' | 'deny'
  /** The user for whom they were asked. */
  readonly user: number
  readonly policy: Policy
  /** Whether it may do without a person’s yes. */
  readonly unattended: boolean
}

/** `form` is what the person answered; null: they have not been asked yet. */
export async function authorize(
  services: OAuthServices,
  caller: PersonCaller | null,
  { query, form }: { readonly query: URLSearchParams; readonly form: URLSearchParams | null },
): Promise<Authorization> {
  const given = form ?? query
  const signIn = { type: 'sign_in', fields: fieldsOf(given) } as const
  // As for keys: whoever finds an open browser must not be able to give access away.
  const person = caller && caller.session.provenAt > services.clock.now() - passwordCounts ? caller : null
  // Nobody without an account can make the instance read from the internet.
  if (person === null && isDocumentAddress(given.get('client_id') ?? '')) return signIn
  try {
    const request = await readRequest(services, given)
    return person === null ? signIn : await askOrAnswer(services, person, request, form)
  } catch (error) {
    if (error instanceof UnusableRequest) return { type: 'unusable', message: error.message }
    if (error instanceof RefusedRequest) return refused(services, error, person !== null)
    throw error
  }
}

/** Anybody may register an address, so nobody who is not signed in is sent there (RFC 9700, 4.11.2). */
function refused(
  { publicUrl }: OAuthServices,
  { code, message, request }: RefusedRequest,
  isSignedIn: boolean,
): Authorization {
  if (!isSignedIn || request.redirectUri === pastedCode) return { type: 'unusable', message }
  const url = answerAt(request, { error: code, error_description: message }, publicUrl)
  return { type: 'answer', url, by: null, allowed: false }
}

async function askOrAnswer(
  services: OAuthServices,
  caller: PersonCaller,
  request: AccessRequest,
  form: URLSearchParams | null,
): Promise<Authorization> {
  if (caller.needsSecondFactor)
    return {
      type: 'forbidden',
      message:
        'This instance requires a second factor of people with your role. Open the dashboard and set one up. Then begin again in the application.',
    }
  const least = leastRole(keyOperations.createOwnKey) ?? 'owner'
  if (!isAtLeast(caller.role, least))
    return {
      type: 'forbidden',
      message: `Giving an application access needs the role “${least}” or a higher one, as making an API key does; your role is “${caller.role}”. Ask an owner or an admin.`,
    }
  const answer = decision.safeParse(Object.fromEntries(form ?? [])).data
  // Without a complete answer, or if the person has switched to another user in the meantime.
  if (answer === undefined || answer.user !== caller.userId)
    return { type: 'asking', request, consent: await consentOf(services, caller, request) }
  if (answer.decision === 'deny') {
    const denied = { error: 'access_denied', error_description: 'The person said no.' }
    if (request.redirectUri === pastedCode) return { type: 'forbidden', message: 'You said no. Nothing was allowed.' }
    return { type: 'answer', url: answerAt(request, denied, services.publicUrl), by: request, allowed: false }
  }
  const code = await allow(services, caller, request, answer)
  if (request.redirectUri === pastedCode) return { type: 'code', code }
  return { type: 'answer', url: answerAt(request, { code }, services.publicUrl), by: request, allowed: true }
}

async function consentOf({ database }: OAuthServices, caller: PersonCaller, request: AccessRequest): Promise<Consent> {
  const user = await findUser(database.read, caller.userId)
  if (!user) throw new Error('A session has no user.')
  return {
    person: caller.name,
    user: { id: user.id, email: user.email },
    scopes: request.scopes.filter((scope) => caller.scopes.includes(scope)),
    policy: request.application.id === commandLine.id ? 'publish' : 'drafts',
    // In a terminal a person gives each command.
    unattended: request.application.id === commandLine.id,
  }
}

/** Stores what the person allowed, and returns the code for it. */
async function allow(
  { database, clock }: OAuthServices,
  caller: PersonCaller,
  { application, host, redirectUri, challenge, scopes }: AccessRequest,
  { policy, unattended }: Answer,
): Promise<string> {
  const code = newOneTime()
  // A key that can create other keys must be allowed to do everything.
  const possible = scopes.filter(
    (scope) => caller.scopes.includes(scope) && (scope !== 'admin' || policy.type === 'publish'),
  )
  await database.transaction(async (tx) => {
    await requireFreeKey(tx, caller.userId)
    const now = clock.now()
    await touchClient(tx, application.id, now)
    await insertGrant(tx, {
      person_id: caller.personId,
      user_id: caller.userId,
      client_id: application.id,
      name: application.name,
      host,
      audience: application.audience,
      scopes: possible.join(' '),
      ...policyColumns(policy),
      unattended: flag(unattended),
      code: hashOneTime(code),
      code_until: now + codeLasts,
      challenge,
      redirect_uri: redirectUri,
      created_at: now,
      ends_at: now + longestGrantPause,
    })
  })
  return code
}

/** The redirect URI with the answer. `iss` says who answers (RFC 9207). */
function answerAt(
  { redirectUri, state }: Pick<AccessRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
  publicUrl: string,
): string {
  const url = new URL(redirectUri)
  const parameters = { ...answer, ...(state === undefined ? {} : { state }), iss: publicUrl }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
