import { type ApiRequest, apiAt } from '../shared/api-request.ts'
import type { Answer } from '../shared/call.ts'
import type { LiveContext, LoginContext } from '../shared/context.ts'
import { userAgent } from './settings.ts'

/** Requests in this context have our own user agent. */
export const withUserAgent = <C extends LiveContext>(context: C): C => ({
  ...context,
  http: {
    request: (asked) =>
      context.http.request({ ...asked, headers: { ...asked.headers, 'user-agent': userAgent(context) } }),
  },
})

const api = apiAt('')

/** Without `raw_json` Reddit returns <, > and & as HTML entities. */
export const request = (context: LoginContext, { query, ...rest }: ApiRequest): Promise<Answer> =>
  api(withUserAgent(context), { ...rest, query: { ...query, raw_json: '1' } })
