import { z } from 'zod'
import { type Answer, type Call, call, hostOf, isDone, jsonIn } from '../shared/call.ts'
import type { LoginContext } from '../shared/context.ts'

interface Request {
  readonly method: 'GET' | 'POST'
  /** With a slash at its end, which TikTok requires. */
  readonly path: string
  readonly query?: NonNullable<Call['query']>
  readonly json?: object
}

/** Calls the API as the account. */
export const request = (context: LoginContext, { path, json, ...rest }: Request): Promise<Answer> =>
  call(context, {
    ...rest,
    url: `${hostOf(context, 'api')}/v2${path}`,
    token: context.credentials.accessToken,
    ...(json === undefined ? {} : { json, headers: { 'content-type': 'application/json; charset=UTF-8' } }),
  })

const envelope = z.object({ error: z.object({ code: z.string() }).nullish() })

/** TikTok also refuses with status 200; only the code shows it. */
export function isOk(answer: Answer): boolean {
  if (!isDone(answer)) return false
  const read = envelope.safeParse(jsonIn(answer))
  return !read.success || !read.data.error || read.data.error.code === 'ok'
}

/** Sends bytes to the address that TikTok returned. The address contains its own token. */
export const sendBytes = (
  context: LoginContext,
  url: string,
  { range, bytes }: { readonly range: string; readonly bytes: NonNullable<Call['bytes']> },
): Promise<Answer> => call(context, { method: 'PUT', url, headers: { 'content-range': range }, bytes })

/** People's media is sent there, so the address has to be one of TikTok's, or the one that an operator has set. */
export const isOwnAddress = (url: string, context: LoginContext): boolean => {
  if (url.startsWith(`${hostOf(context, 'upload')}/`)) return true
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' }
  return protocol === 'https:' && hostname.endsWith('.tiktokapis.com')
}
