import { SignInRefused, unavailable } from '../../contract/errors.ts'
import { OidcFault } from '../../oidc/oidc.ts'
import type { Services } from '../context.ts'

/** The error for the person. The log has the reason for the operator. */
export function explainOidcFault({ log }: Pick<Services, 'log'>, fault: unknown): never {
  if (!(fault instanceof OidcFault)) throw fault
  if (fault.declined)
    throw new SignInRefused(
      'provider',
      'sign_in_refused',
      `The identity provider did not sign you in: ${fault.message}.`,
    )
  log.warn({ err: fault }, 'the identity provider failed')
  throw unavailable(
    'The identity provider does not answer, or its answer is not valid. Try again. If it goes on, tell the operator: the log of Polypost has the reason.',
    fault,
  )
}
