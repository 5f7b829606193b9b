import { PublicError } from '../../contract/errors.ts'

/** The same for an unknown address, a wrong password and a disabled person, so that nobody learns which it was. */
export const signInRefused = (): PublicError =>
  new PublicError(
    'sign_in_refused',
    'The email address or the password is wrong. If you have lost the password, ask the operator for a new link.',
  )

export const invalidLink = (): PublicError =>
  new PublicError(
    'invalid_link',
    'This link is not complete, was used already, or has expired. Ask for a new one where you got it.',
  )
