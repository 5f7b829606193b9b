import { usesBrowser } from '../platforms/shared/connect.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { optionalScopes, scopesSetting } from '../platforms/shared/scopes.ts'
import type { PlatformReason, SignInRefusal } from '../platforms/shared/sign-in-refusal.ts'
import { loginNamed } from './logins.ts'

/** Codes with which platforms report that the person did not allow the app (sheets of 2026-11-21). */
export const cancelCodes = ['access_denied', 'user_denied', 'user_cancelled_login', 'user_cancelled_authorize']

/** Replaces what may be a token, since some platforms repeat tokens: long runs of letters with digits among them. */
export const withoutTokens = (text: string): string => text.replaceAll(/(?=[\w-]*\d)[\w-]{32,}/g, '…')

/** Advice on what to change after a failed sign-in, and where. `code` is Polypost's own code for the failure. */
export function adviceFor(
  platform: Platform,
  login: string | undefined,
  code: string,
  { codes, message }: PlatformReason,
): string {
  const all = [...codes, code]
  const rows = [...(platform.live.signInRefusals ?? []), ...usual(platform, login)]
  const known = rows.find((row) => all.some((one) => row.codes?.includes(one)) || row.says?.test(message ?? ''))
  if (known === undefined) return `Compare the redirect URI and the scopes with the developer app at ${platform.title}.`
  const { connect } = loginNamed(platform, login)
  if (!known.lacksScope || !usesBrowser(connect) || optionalScopes(connect).length === 0) return known.advice
  return `${known.advice} An optional scope can be left out with the setting ${scopesSetting(connect, platform.name)}.`
}

type Row = Pick<SignInRefusal, 'codes' | 'says' | 'lacksScope' | 'advice'>

/** The refusals that are possible at every platform with OAuth (RFC 6749, 4.1.2.1 and 5.2). */
function usual(platform: Platform, login: string | undefined): readonly Row[] {
  const { title } = platform
  const { app } = loginNamed(platform, login)
  return [
    {
      codes: cancelCodes,
      advice: `Ask for a new link, and allow everything that ${title} asks for. If nobody cancelled, the app at ${title} may not be live yet, or the account is not one of its testers.`,
    },
    {
      codes: ['invalid_scope', 'unauthorized_scope_error'],
      says: /\bscopes?\b/i,
      lacksScope: true,
      advice: `The developer app lacks one of the scopes. Add the product or permission that contains it to the app at ${title}.`,
    },
    {
      codes: ['redirect_uri_mismatch', 'invalid_redirect_uri'],
      says: /redirect.?ur[il]|callback/i,
      advice: `Register exactly this redirect URI with the developer app at ${title}. It begins with POLYPOST_PUBLIC_URL.`,
    },
    {
      codes: ['invalid_client', 'unauthorized_client'],
      says: /client[ _](?:id|secret)|app(?:lication)?[ _](?:id|secret)/i,
      advice: `Compare the ID and the secret of the developer app at ${title} with those that this instance has (GET /apps, or ${app}_CLIENT_ID and ${app}_CLIENT_SECRET). After a change in the environment, restart Polypost.`,
    },
    {
      codes: ['invalid_grant', 'invalid_request'],
      says: /(?:authorization|verification) code/i,
      advice:
        'The code of this sign-in was used before, is too old, or belongs to another redirect URI. Ask for a new link and open it once.',
    },
    {
      codes: ['server_error', 'temporarily_unavailable', 'platform_unavailable'],
      advice: `Ask for a new link in some minutes. If that fails too, ${title} or the connection to it has a problem.`,
    },
    {
      codes: ['no_account'],
      advice: `Sign in with an account that can publish at ${title}, and allow everything that ${title} asks for.`,
    },
  ]
}
