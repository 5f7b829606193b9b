import { type Answer, type Call, call, hostOf } from '../shared/call.ts'
import type { LoginContext } from '../shared/context.ts'

interface Request extends Omit<Call, 'url' | 'token'> {
  /** Relative to the API's address and version. */
  readonly path: string
}

const base = '/youtube/v3'

/** Calls the API as the channel. */
export const request = (context: LoginContext, { path, ...rest }: Request): Promise<Answer> =>
  call(context, {
    ...rest,
    url: `${hostOf(context, 'api')}${base}${path}`,
    token: context.credentials.accessToken,
  })

/** For whole files, and to start a resumable upload. */
export const upload = (context: LoginContext, { path, ...rest }: Request): Promise<Answer> =>
  call(context, {
    ...rest,
    url: `${hostOf(context, 'api')}/upload${base}${path}`,
    token: context.credentials.accessToken,
  })

/** A request to the address of an upload session, as YouTube returned it. */
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

/** The access token is sent there, so the address has to be one of Google's, or the one that an operator has set. */
export const isOwnAddress = (url: string, context: LoginContext): boolean => {
  if (url.startsWith(`${hostOf(context, 'api')}/`)) return true
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' }
  return protocol === 'https:' && hostname.endsWith('.googleapis.com')
}
