import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type Answer, type Call, call, hostOf } from './call.ts'
import type { LiveContext, LoginContext } from './context.ts'
import type { Setting } from './live.ts'

/**
 * The versions that live in November 2026 end on 2027-01-21 (v21.0) at the earliest and on 2028-07-29 (v25.0) at the
 * latest; a dead one is answered by the oldest that lives (developers.facebook.com, changelog, 2026-11-21).
 */
export const graphVersion = {
  meaning: 'Version of Meta’s Graph API to use',
  fallback: 'v25.0',
  form: z.string().regex(/^v\d{1,3}\.\d$/, 'must be like v25.0'),
} as const satisfies Setting

export interface GraphCall extends Omit<Call, 'url'> {
  /** Behind the version, with the slash before it. */
  readonly path: string
  /** Name of the host; `graph` where nothing is said. */
  readonly host?: string
}

/**
 * One call to a Graph API. The token goes into a header, where no log of addresses keeps it; objects and lists in a query
 * or a form are JSON text, which the caller makes.
 */
export const graph = (
  context: Pick<LiveContext, 'http' | 'hosts' | 'settings'>,
  { path, host = 'graph', ...rest }: GraphCall,
): Promise<Answer> => call(context, { ...rest, url: `${hostOf(context, host)}/${versionOf(context)}${path}` })

const versionOf = ({ settings }: Pick<LiveContext, 'settings'>): string => settings.version ?? graphVersion.fallback

/**
 * The same as the account. On graph.facebook.com a call shows beside its token that it comes from the app: apps may be
 * set to take no others. Nobody says that graph.instagram.com and graph.threads.net know of it.
 */
export const graphAs = (context: LoginContext, { token, query, ...rest }: GraphCall): Promise<Answer> => {
  const shown = token ?? context.credentials.accessToken
  return graph(context, { ...rest, token: shown, query: { ...query, ...appProof(context, shown) } })
}

function appProof({ app }: Pick<LiveContext, 'app'>, token: string): { readonly appsecret_proof?: string } {
  if (!app?.clientSecret) return {}
  return { appsecret_proof: createHmac('sha256', app.clientSecret).update(token).digest('hex') }
}

/** Times come without a colon in the offset (`2026-09-04T12:00:00+0000`); in milliseconds since 1970. */
export const graphTime = z.string().transform((text, context) => {
  const time = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  if (!Number.isNaN(time)) return time
  context.addIssue('is no time')
  return z.NEVER
})

/** IDs have more digits than a number holds, and are text; of the shapes that are parsed none has another form. */
export const graphId = z.string().regex(/^[\w.-]{1,200}$/)

/** Whether a text that a caller gave can stand in a path as the ID of a comment: anything else might lead elsewhere. */
export const isCommentId = (text: string): boolean => /^\d{1,40}(_\d{1,40}){0,2}$/.test(text)

/** A list, and how it goes on: the cursor for `after`, null on the last page. */
export const graphList = <T extends z.ZodType>(item: T) =>
  z
    .object({
      data: z.array(item),
      paging: z
        .object({ cursors: z.object({ after: z.string().nullish() }).nullish(), next: z.string().nullish() })
        .nullish(),
    })
    .transform(({ data, paging }) => ({ data, next: paging?.next ? (paging.cursors?.after ?? null) : null }))
