import type { Answer } from '../shared/call.ts'
import type { LoginContext } from '../shared/context.ts'
import { type GraphCall, graph } from '../shared/meta-graph.ts'

type Request = Omit<GraphCall, 'host' | 'token' | 'headers'>

/**
 * Asks the API as the account. Paths name it `me`: to its ID some calls were answered that there is nothing
 * (mimi-seed-sdk issue 15).
 */
export const request = (context: LoginContext, asked: Request): Promise<Answer> =>
  graph(context, { ...asked, token: context.credentials.accessToken })
