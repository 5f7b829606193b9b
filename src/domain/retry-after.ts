import { second } from './time.ts'

/** The time in a `Retry-After` header (seconds or a date), in milliseconds since 1970. */
export function retryAfter(
  { headers }: { readonly headers: Readonly<Record<string, string>> },
  now: number,
): number | undefined {
  const { 'retry-after': after = '' } = headers
  if (/^\d{1,9}$/.test(after)) return now + Number(after) * second
  const date = Date.parse(after)
  return Number.isNaN(date) ? undefined : date
}
