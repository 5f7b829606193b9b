import type { Answer } from '../shared/call.ts'
import type { AccountContext, LoginContext } from '../shared/context.ts'
import { type GraphCall, graphAs } from '../shared/meta-graph.ts'

/** Calls the Graph API as the Page. */
export const request = (context: LoginContext, asked: GraphCall): Promise<Answer> => graphAs(context, asked)

/** The same for one of the Page's own lists. */
export const ofPage = (context: AccountContext, { path, ...rest }: GraphCall): Promise<Answer> =>
  graphAs(context, { ...rest, path: `/${context.account.remoteId}${path}` })
