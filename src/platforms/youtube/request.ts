import { type Answer, type Call, call, hostOf } from '../shared/call.ts'
import type { LoginContext } from '../shared/live.ts'

interface Request extends Omit<Call, 'url' | 'token'> {
  /** Below the API's address and version. */
  readonly path: string
}

const base = '/youtube/v3'

/** Asks the API as the channel. */
export const request = (context: LoginContext, { path, ...rest }: Request): Promise<Answer> =>
  call(context, {
    ...rest,
    url: `${hostOf(context, 'api')}${base}${path}`,
    token: context.credentials.accessToken,
  })

/** Where whole files and the beginnings of resumable uploads go. */
export const upload = (context: LoginContext, { path, ...rest }: Request): Promise<Answer> =>
  call(context, {
    ...rest,
    url: `${hostOf(context, 'api')}/upload${base}${path}`,
    token: context.credentials.accessToken,
  })

/** A session's own address, as YouTube gave it. */
export const sessionCall = (
  context: LoginContext,
  session: string,
  { headers, bytes }: Pick<Call, 'headers' | 'bytes'>,
): Promise<Answer> =>
  call(context, {
    method: 'PUT',
    url: session,
    token: context.credentials.accessToken,
    ...(headers && { headers }),
    ...(bytes && { bytes }),
  })

/** The token goes there, so it must be one of Google's places, or where an operator has put them. */
export const isOwnAddress = (url: string, context: LoginContext): boolean => {
  if (url.startsWith(`${hostOf(context, 'api')}/`)) return true
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' }
  return protocol === 'https:' && hostname.endsWith('.googleapis.com')
}
