import { z } from 'zod'
import type { LiveContext } from '../shared/context.ts'
import type { Setting } from '../shared/live.ts'

const operator = z.string().regex(/^([\w-]{3,20})?$/, 'must be a Reddit username, without u/')

export const settings = {
  // Reddit's API rules ask for it; requests with only the client's name are accepted too (PRAW, 2026-08-17).
  operator: {
    meaning: 'Reddit username, without u/, of the operator of this instance; Reddit asks for it in the user agent',
    fallback: '',
    form: operator,
  },
} as const satisfies Readonly<Record<string, Setting>>

const given = z.object({ operator: operator.default(settings.operator.fallback) })

/**
 * The user agent of every request, `<platform>:<app>:<version> (by /u/<name>)`. Reddit blocks the default names of libraries,
 * and apps with the same name share their rate limits.
 */
export function userAgent({ settings: texts, app }: Pick<LiveContext, 'settings' | 'app'>): string {
  const { operator: name } = given.parse(texts)
  return `server:polypost-${app?.clientId ?? ''}:v1${name === '' ? '' : ` (by /u/${name})`}`
}
