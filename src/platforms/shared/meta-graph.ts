import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type Answer, type Call, call, hostOf } from './call.ts'
import type { LiveContext, LoginContext } from './context.ts'
import type { Setting } from './live.ts'

/**
 * The versions that live in November 2026 end on 2027-01-21 (v21.0) at the earliest and on 2028-07-29 (v25.0) at the
 * latest; an ended one is served by the oldest that is left (developers.facebook.com, changelog, 2026-11-21).
 */
export const graphVersion = {
  variable: 'META_VERSION',
  meaning: 'Version of Meta’s Graph API, for Facebook and Instagram',
  fallback: 'v25.0',
  form: z.string().regex(/^v\d{1,3}\.\d$/, 'must be like v25.0'),
  special: true,
} as const satisfies Setting

/** “Facebook Login for Business”: an app that has it may refuse a sign-in without one (socialite issue 716, 2024-09). */
export const loginConfiguration = {
  meaning:
    'ID of the configuration of Facebook Login for Business, if the app uses it. The configuration then decides which permissions a person is asked for',
  fallback: '',
  form: z.string().regex(/^\d{0,40}$/, 'must be the ID of a configuration, which is a number'),
} as const satisfies Setting

export interface GraphCall extends Omit<Call, 'url'> {
  /** After the version, with a slash at the beginning. */
  readonly path: string
  /** Name of the host; default `graph`. */
  readonly host?: string
}

/**
 * One call to a Graph API. The token is sent in a header, so that no log of URLs contains it. Objects and lists in a query
 * or a form are JSON text from the caller.
 */
export const graph = (
  context: Pick<LiveContext, 'http' | 'hosts' | 'settings'>,
  { path, host = 'graph', ...rest }: GraphCall,
): Promise<Answer> => call(context, { ...rest, url: `${hostOf(context, host)}/${versionOf(context)}${path}` })

const versionOf = ({ settings }: Pick<LiveContext, 'settings'>): string => settings.version ?? graphVersion.fallback

/**
 * The same as the account. On graph.facebook.com a call also proves that it comes from the app, since apps can be set to
 * refuse others. No page says that graph.instagram.com and graph.threads.net support it.
 */
export const graphAs = (context: LoginContext, { token, query, ...rest }: GraphCall): Promise<Answer> => {
  const shown = token ?? context.credentials.accessToken
  return graph(context, { ...rest, token: shown, query: { ...query, ...appProof(context, shown) } })
}

function appProof({ app }: Pick<LiveContext, 'app'>, token: string): { readonly appsecret_proof?: string } {
  if (!app?.clientSecret) return {}
  return { appsecret_proof: createHmac('sha256', app.clientSecret).update(token).digest('hex') }
}

/** Meta's times have no colon in the offset (`2026-09-04T12:00:00+0000`); read as milliseconds since 1970. */
export const graphTime = z.string().transform((text, context) => {
  const time = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  if (!Number.isNaN(time)) return time
  context.addIssue('is no time')
  return z.NEVER
})

/** IDs are text, since they have more digits than a number can hold. */
export const graphId = z.string().regex(/^[\w.-]{1,200}$/)

/** Whether a caller's text is safe in a path as the ID of a comment: any other text could address something else. */
export const isCommentId = (text: string): boolean => /^\d{1,40}(_\d{1,40}){0,2}$/.test(text)

/** A list and its next page: the cursor for `after`, null on the last page. */
export const graphList = <T extends z.ZodType>(item: T) =>
  z
    .object({
      data: z.array(item),
      paging: z
        .object({ cursors: z.object({ after: z.string().nullish() }).nullish(), next: z.string().nullish() })
        .nullish(),
    })
    .transform(({ data, paging }) => ({ data, next: paging?.next ? (paging.cursors?.after ?? null) : null }))
