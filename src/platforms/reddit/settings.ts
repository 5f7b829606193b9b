import { z } from 'zod'
import type { LiveContext, Setting } from '../shared/live.ts'

const operator = z.string().regex(/^([\w-]{3,20})?$/, 'must be a name at Reddit, without u/')

export const settings = {
  // Asked for by Reddit's rules for its API; clients' own names alone are let through as well (PRAW, 2026-08-17).
  operator: {
    meaning: 'The name at Reddit, without u/, of whoever runs this instance; its calls say so, as Reddit asks',
    fallback: '',
    form: operator,
  },
} as const satisfies Readonly<Record<string, Setting>>

const given = z.object({ operator: operator.default(settings.operator.fallback) })

/**
 * What every call has to call itself by, `<platform>:<app>:<version> (by /u/<name>)`: Reddit blocks the names that
 * libraries have by themselves, and several apps of one name share their limits.
 */
export function userAgent({ settings: texts, app }: Pick<LiveContext, 'settings' | 'app'>): string {
  const { operator: name } = given.parse(texts)
  return `server:polypost-${app?.clientId ?? ''}:v1${name === '' ? '' : ` (by /u/${name})`}`
}
