import { type Answer, isDone } from '../shared/call.ts'
import type { LoginContext } from '../shared/context.ts'
import { graphErrorIn } from '../shared/meta-errors.ts'
import { type GraphCall, graph, graphAs } from '../shared/meta-graph.ts'
import { isByFacebook } from './login.ts'

type Request = Omit<GraphCall, 'host' | 'token'>

/**
 * Calls Instagram as the account. With Facebook Login there are two tokens, and Meta's documentation and servers do not
 * agree which one a call needs. Reads use the person's token, all other calls the Page's. If one is refused, the other is
 * tried (postiz-app and post-for-me, 2026-08; a field report of 2026-05-23).
 */
export async function request(context: LoginContext, asked: Request): Promise<Answer> {
  if (!isByFacebook(context)) return graph(context, { ...asked, host: 'api', token: context.credentials.accessToken })
  const [first, second] = tokensFor(asked, context)
  const answer = await graphAs(context, { ...asked, token: first })
  if (second === undefined || !isOfToken(answer)) return answer
  const other = await graphAs(context, { ...asked, token: second })
  return codeIn(other) === expired && codeIn(answer) !== expired ? answer : other
}

function tokensFor({ method }: Request, { credentials }: LoginContext): [first: string, second?: string] {
  const { accessToken, extra } = credentials
  const { userToken } = extra
  if (userToken === undefined) return [accessToken]
  return method === 'GET' ? [userToken, accessToken] : [accessToken, userToken]
}

/** The code for an access token that Meta no longer accepts. */
const expired = 190

/** Refusals that another token may avoid: nothing was done. With a 5xx the same codes are not reliable. */
function isOfToken(answer: Answer): boolean {
  if (isDone(answer) || answer.status >= 500) return false
  const { code, subcode } = graphErrorIn(answer) ?? { code: null, subcode: null }
  if (code === null) return false
  return [3, 10, 102, expired].includes(code) || (code >= 200 && code < 300) || (code === 100 && subcode === 33)
}

const codeIn = (answer: Answer): number | null => graphErrorIn(answer)?.code ?? null
