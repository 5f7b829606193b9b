import type { ApiKey } from '@polypost/sdk'
import type { Rights } from './keys-words.ts'

type Scopes = ApiKey['scopes']

/** The form offers three sets of scopes; each holds those before it. */
export const scopesOf: Readonly<Record<Rights, Scopes>> = {
  read: ['read'],
  write: ['read', 'write'],
  admin: ['read', 'write', 'admin'],
}

export const rightsOf = (scopes: Scopes): Rights =>
  scopes.includes('admin') ? 'admin' : scopes.includes('write') ? 'write' : 'read'

const day = 24 * 60 * 60_000

export type Ending = 'never' | 'month' | 'quarter' | 'year' | 'same'

const days = { month: 30, quarter: 90, year: 365 } as const

/** Undefined: stays as it is. */
export const endOf = (ending: Ending, now = Date.now()): string | null | undefined =>
  ending === 'same' ? undefined : ending === 'never' ? null : new Date(now + days[ending] * day).toISOString()
