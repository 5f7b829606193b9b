import { z } from 'zod'
import { type Answer, type Call, call } from '../shared/call.ts'
import type { LiveContext, LoginContext } from '../shared/context.ts'

interface Xrpc extends Pick<Call, 'query' | 'json' | 'bytes' | 'token'> {
  /** Without a slash at the end. */
  readonly host: string
  /** Name of the method, as in the lexicons. */
  readonly name: string
}

const xrpc =
  (method: 'GET' | 'POST') =>
  (context: Pick<LiveContext, 'http'>, { host, name, ...content }: Xrpc): Promise<Answer> =>
    call(context, { ...content, method, url: `${host}/xrpc/${name}` })

export const query = xrpc('GET')
export const procedure = xrpc('POST')

/** Stored with the tokens of a login. */
const extra = z.object({
  did: z.string(),
  handle: z.string(),
  /** Address of the account's own server. */
  pds: z.string(),
  appPassword: z.string(),
})

export type Home = z.output<typeof extra>

export const homeOf = ({ credentials }: LoginContext): Home => extra.parse(credentials.extra)

/** For requests to the account's own server as the account. */
export const ownServer = (context: LoginContext): { host: string; token: string } => ({
  host: homeOf(context).pds,
  token: context.credentials.accessToken,
})
