import { z } from 'zod'
import { firstCharacters } from '../../domain/foreign-text.ts'
import { jsonIn, Unreadable, type Answer as WholeAnswer } from './call.ts'
import type { PlatformReason } from './sign-in-refusal.ts'

/** The response of a token endpoint. */
export type Answer = Pick<WholeAnswer, 'status' | 'headers' | 'text'>

const number = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)])

/** A token type is not asked for: some leave it out, and all mean a bearer token (sheets of 2026-11-21). */
const granted = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().nullish(),
  expires_in: number.nullish(),
  scope: z.union([z.string(), z.array(z.string())]).nullish(),
})

export type Tokens = z.output<typeof granted>

/** Reddit may return the status alone: `{"message":"Bad Request","error":400}` (recorded by PRAW, 2016 to 2023). */
const wordOf = (status: number): string => (status === 401 ? 'invalid_client' : 'invalid_request')
const statusAsError = z.union([z.literal(400), z.literal(401)]).transform(wordOf)

const refusal = z.object({ error: z.union([z.string(), statusAsError]), error_description: z.string().optional() })

/**
 * The words for a code or a refresh token that is no good any more. `invalid_request` is what X (twitter-api-v2 issues
 * 319 and 496), LinkedIn (its page on refresh tokens) and Reddit (its published source) say of one; read 2026-11-21. An
 * app that is refused is the operator's matter, and no account's.
 */
const finalErrors = ['invalid_grant', 'invalid_request', 'invalid_token', 'access_denied']
const appErrors = ['invalid_client', 'unauthorized_client']

type Read =
  | { readonly type: 'granted'; readonly tokens: Tokens }
  | { readonly type: 'refused'; readonly message: string; readonly reason: PlatformReason }
  | { readonly type: 'failed'; readonly message: string; readonly reason?: PlatformReason }

export function readTokens({ status, text }: Answer): Read {
  const body = jsonIn({ text })
  const refused = refusal.safeParse(body).data
  if (refused && status < 500) return said(refused)
  if (status >= 200 && status < 300) {
    if (body === undefined) throw new Unreadable('The answer with the tokens is not JSON.')
    return { type: 'granted', tokens: granted.parse(body) }
  }
  return { type: 'failed', message: `The platform’s login server returned status ${status}.` }
}

const longestText = 300

function said({ error, error_description }: z.output<typeof refusal>): Read {
  const text = `“${firstCharacters(error_description ?? error, longestText)}” (${firstCharacters(error, longestText)})`
  const reason = { codes: [error], message: error_description ?? null }
  if (appErrors.includes(error))
    return {
      type: 'failed',
      reason,
      message: `The platform refused this instance’s developer app: ${text}. The operator can check the app’s ID and secret.`,
    }
  if (finalErrors.includes(error))
    return { type: 'refused', reason, message: `The platform refused the login: ${text}.` }
  return { type: 'failed', reason, message: `The login at the platform failed: ${text}.` }
}
