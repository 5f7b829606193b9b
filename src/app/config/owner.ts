import { z } from 'zod'
import { type EnvironmentVariables, optional, secret } from './setting.ts'

export interface OwnerSettings {
  readonly email: string
  readonly password: string
}

export const ownerSettings = {
  POLYPOST_OWNER_EMAIL: optional(
    z.email('must be an email address').toLowerCase(),
    'Email address of the owner, who signs in with `POLYPOST_OWNER_PASSWORD`. Used only while there is no owner; without it the start makes a set-up link',
  ),
  POLYPOST_OWNER_PASSWORD: optional(
    z.string().min(12, 'must have at least 12 characters').max(256, 'must have at most 256 characters'),
    'The first password of that owner. Later changes of this setting change nothing',
    secret,
  ),
}

/** Null: whoever opens the set-up link becomes the owner. */
export const readOwner = ({
  POLYPOST_OWNER_EMAIL: email,
  POLYPOST_OWNER_PASSWORD: password,
}: z.output<z.ZodObject<typeof ownerSettings>>): OwnerSettings | null =>
  email === undefined || password === undefined ? null : { email, password }

export const ownerContradictions = (given: EnvironmentVariables): string[] =>
  Boolean(given.POLYPOST_OWNER_EMAIL) === Boolean(given.POLYPOST_OWNER_PASSWORD)
    ? []
    : ['POLYPOST_OWNER_EMAIL and POLYPOST_OWNER_PASSWORD must be given together']
