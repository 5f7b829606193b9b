import { minute } from '../../domain/time.ts'

export interface Kind {
  readonly description: string
  /** The login with which the kind shows, if the platform has several and it shows with only one. */
  readonly login?: string
}

/** The kinds of accounts that a simulator has beside the standard one. */
export type Kinds = Readonly<Record<string, Kind>>

export const standardKind = 'standard'

export const standardKinds = {
  [standardKind]: { description: 'Nothing is wrong with the account, and the app has all permissions.' },
} as const satisfies Kinds

/** An account is of a kind if the words of the kind are in its name: `no_comments` in “ana no comments”. */
export const isKind = (name: string, kind: string): boolean => new RegExp(kind.replaceAll('_', '.?'), 'i').test(name)

/** The first of the kinds that an account of this name is. */
export const kindIn = <K extends string>(name: string, kinds: readonly K[]): K | undefined =>
  kinds.find((kind) => isKind(name, kind))

/** A name that makes an account this kind. */
export const nameOfKind = (name: string, kind: string): string =>
  kind === standardKind ? name : `${name} ${kind.replaceAll('_', ' ')}`

/** Every simulator has this kind. */
export const expiredSoon = {
  expired_soon: {
    description: 'Its login ends after three minutes and cannot be renewed. Then the account needs a new login.',
  },
} as const satisfies Kinds

/** When a login of an account of this name ends for good; null: never. */
export const endOfLogin = (
  name: string,
  world: { readonly now: () => number; readonly scaled: (milliseconds: number) => number },
): number | null => (isKind(name, 'expired_soon') ? world.now() + world.scaled(3 * minute) : null)

/** The scopes that people do not grant, by the kind of their account. */
export type DeclinedScopes = Readonly<Record<string, readonly string[]>>

export const grantedBy = (name: string, scopes: readonly string[], declined: DeclinedScopes = {}): string[] =>
  scopes.filter(
    (scope) => !Object.entries(declined).some(([kind, without]) => without.includes(scope) && isKind(name, kind)),
  )
