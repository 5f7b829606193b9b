import { type Answer, type Call, call, hostOf } from '../shared/call.ts'
import type { LoginContext } from '../shared/context.ts'

interface Request extends Omit<Call, 'url' | 'headers' | 'token'> {
  /** Relative to the API's address and version. */
  readonly path: string
}

/** Calls the API as the account. */
export const request = (context: LoginContext, { path, ...rest }: Request): Promise<Answer> =>
  call(context, { ...rest, url: `${hostOf(context, 'api')}/v5${path}`, token: context.credentials.accessToken })
