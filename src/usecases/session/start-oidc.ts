import { PublicError } from '../../contract/errors.ts'
import { hashOneTime, newOneTime } from '../../crypto/one-time.ts'
import { oidcSignInLasts, passwordCounts } from '../../domain/sign-in-times.ts'
import { findInviteByHash } from '../../store/people/invites.ts'
import { insertOidcSignIn } from '../../store/people/oidc-sign-ins.ts'
import { type Call, type UseCase, WithCookie } from '../context.ts'
import { malformed, passwordNeeded } from '../refuse.ts'
import { explainOidcFault } from './explain-oidc-fault.ts'
import { invalidLink } from './refused.ts'

export const startOidc: UseCase<'startOidc'> = async (call) => {
  const { database, clock, caller, oidc, body } = call
  if (oidc === null) throw notSet()
  checkLinking(call)
  const invite = body.token === undefined ? null : hashOneTime(body.token)
  if (invite !== null && !(await findInviteByHash(database.read, invite, clock.now()))) throw invalidLink()
  const attempt = { state: newOneTime(), verifier: newOneTime() }
  const url = await oidc.address(attempt, { again: caller !== null }).catch((fault) => explainOidcFault(call, fault))
  await database.transaction((tx) =>
    insertOidcSignIn(tx, {
      state: hashOneTime(attempt.state),
      browser: hashOneTime(attempt.verifier),
      session_id: caller?.session.id ?? null,
      links: body.link ? 1 : 0,
      invite,
      return_to: body.return_to ?? null,
      expires_at: clock.now() + oidcSignInLasts,
    }),
  )
  return new WithCookie({ status: 'ok', data: { url } }, attempt.verifier, 'oidc')
}

/** Whoever finds an open browser must not be able to add a way to sign in. */
function checkLinking({ caller, clock, body }: Call<'startOidc'>): void {
  if (!body.link) return
  if (body.token !== undefined)
    throw malformed([{ path: 'link', code: 'invalid_value', message: 'Send `token` or `link`, not both.' }])
  if (caller === null) throw new PublicError('unauthorized', 'Sign in first. Then link your account.')
  if (caller.session.provenAt <= clock.now() - passwordCounts) throw passwordNeeded()
}

const notSet = (): PublicError =>
  new PublicError(
    'wrong_state',
    'This instance has no single sign-on. The operator turns it on with POLYPOST_OIDC_ISSUER.',
    {
      details: [{ code: 'wrong_state', message: 'There is no identity provider.', status: 'off' }],
    },
  )
