import { z } from 'zod'
import { type Answer, type Call, call, hostOf, isDone, jsonIn } from '../shared/call.ts'
import type { LoginContext } from '../shared/live.ts'

interface Request {
  readonly method: 'GET' | 'POST'
  /** With the slash at its end, without which TikTok does not know it. */
  readonly path: string
  readonly query?: NonNullable<Call['query']>
  readonly json?: object
}

/** Asks the API as the account. */
export const request = (context: LoginContext, { path, json, ...rest }: Request): Promise<Answer> =>
  call(context, {
    ...rest,
    url: `${hostOf(context, 'api')}/v2${path}`,
    token: context.credentials.accessToken,
    ...(json === undefined ? {} : { json, headers: { 'content-type': 'application/json; charset=UTF-8' } }),
  })

const envelope = z.object({ error: z.object({ code: z.string() }).nullish() })

/** TikTok also refuses with status 200: only the code tells. */
export function isOk(answer: Answer): boolean {
  if (!isDone(answer)) return false
  const read = envelope.safeParse(jsonIn(answer))
  return !read.success || !read.data.error || read.data.error.code === 'ok'
}

/** Sends bytes to the address that TikTok gave for them; it holds a token of its own. */
export const sendBytes = (
  context: LoginContext,
  url: string,
  { range, bytes }: { readonly range: string; readonly bytes: NonNullable<Call['bytes']> },
): Promise<Answer> => call(context, { method: 'PUT', url, headers: { 'content-range': range }, bytes })

/** What people post goes there, so it must be one of TikTok's places, or where an operator has put them. */
export const isOwnAddress = (url: string, context: LoginContext): boolean => {
  if (url.startsWith(`${hostOf(context, 'upload')}/`)) return true
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' }
  return protocol === 'https:' && hostname.endsWith('.tiktokapis.com')
}
