import { andList } from '../../domain/listed.ts'
import type { AccountContext } from './context.ts'
import {
  kindOf,
  type PlatformLabel,
  remedyFor,
  requestedScopes,
  rolesIn,
  type ScopeRequest,
  scopesFor,
} from './scopes.ts'

/** The known facts about the account whose call was refused; a sign-in has no account yet. */
export type RefusedAs = Pick<AccountContext, 'settings' | 'credentials'> & Partial<Pick<AccountContext, 'account'>>

/**
 * Advice after the platform refused a call because of a permission. `words` are the platform's own, which may name it.
 * A new sign-in is advised only if it can help.
 */
export function remedyForRefused(
  connect: ScopeRequest,
  named: PlatformLabel,
  { settings, credentials, account }: RefusedAs,
  words: readonly string[],
): string {
  const kind = kindOf(account ?? {})
  const possible = scopesFor(connect, kind)
  const requested = requestedScopes(connect, { settings })
  const { scopes: granted } = credentials
  const inWords = possible.filter(({ name }) => isNamed(name, words))
  // Without a list of what was granted, nothing is known to be missing.
  const ungranted = granted.length === 0 ? [] : possible.filter(({ name }) => !granted.includes(name))
  const missing = ungranted.filter(({ name }) => requested.includes(name))
  const lacking = inWords.length > 0 ? ungranted.filter((scope) => inWords.includes(scope)) : missing
  if (lacking.length > 0) {
    const refused = lacking.flatMap(({ name }) => (requested.includes(name) ? [name] : []))
    return remedyFor({ scopes: lacking, refused }, connect, named, { settings })
  }
  const what = inWords.length > 0 ? andList(inWords.map(({ name }) => name)) : 'everything that was requested'
  return [
    `The sign-in granted ${what}.`,
    kind === 'page' && connect.roles ? `The person may lack a role at the Page: ${rolesIn(connect.roles)}` : '',
    `If the person has removed a permission since then, connect the account again. If not, the operator checks what the developer app may do at ${named.title}.`,
  ]
    .filter((one) => one !== '')
    .join(' ')
}

/** Some scopes are common words, such as Reddit's `read`: only a name with a sign in it is recognised. */
const isNamed = (scope: string, words: readonly string[]): boolean =>
  /[^a-z]/i.test(scope) &&
  words.some((text) =>
    text
      .split(/[^\w.:/-]+/)
      .map((word) => word.replace(/[.:]+$/, ''))
      .includes(scope),
  )
