import { type Answer, type Call, call, hostOf } from '../shared/call.ts'
import type { LiveContext, LoginContext } from '../shared/context.ts'
import { userAgent } from './settings.ts'

interface Request extends Omit<Call, 'url' | 'headers' | 'token'> {
  /** Without the host. */
  readonly path: string
}

/** Requests in this context have our own user agent. */
export const withUserAgent = <C extends LiveContext>(context: C): C => ({
  ...context,
  http: {
    request: (asked) =>
      context.http.request({ ...asked, headers: { ...asked.headers, 'user-agent': userAgent(context) } }),
  },
})

/** Calls the API as the account. Without `raw_json` Reddit returns <, > and & as HTML entities. */
export const request = (context: LoginContext, { path, query, ...rest }: Request): Promise<Answer> =>
  call(withUserAgent(context), {
    ...rest,
    url: hostOf(context, 'api') + path,
    query: { ...query, raw_json: '1' },
    token: context.credentials.accessToken,
  })
