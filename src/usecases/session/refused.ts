import { PublicError, SignInRefused } from '../../contract/errors.ts'
import type { Services } from '../context.ts'

/** The same for an unknown address, a wrong password and a disabled person, so that nobody learns which it was. */
export const signInRefused = (): PublicError =>
  new SignInRefused(
    'password',
    'sign_in_refused',
    'The email address or the password is wrong. If you have lost the password, ask the operator for a new link.',
  )

export const invalidLink = (): PublicError =>
  new SignInRefused(
    'link',
    'invalid_link',
    'This link is not complete, was used already, or has expired. Ask for a new one where you got it.',
  )

/** Throws if this instance has people sign in only with the identity provider. */
export function requirePasswords({ oidc }: Pick<Services, 'oidc'>): void {
  if (oidc?.only)
    throw new PublicError('sign_in_refused', `Passwords do not sign in here. Sign in with “${oidc.name}”.`)
}
