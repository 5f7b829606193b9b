import { apiAt } from '../shared/api-request.ts'
import { type Answer, type Call, call, hostOf } from '../shared/call.ts'
import type { LoginContext } from '../shared/context.ts'

const base = '/youtube/v3'

export const request = apiAt(base)

/** For whole files, and to start a resumable upload. */
export const upload = apiAt(`/upload${base}`)

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
