import { type Answer, type Call, call, hostOf } from '../shared/call.ts'
import type { LoginContext } from '../shared/context.ts'

interface Request extends Omit<Call, 'url' | 'headers' | 'token'> {
  /** Without the host. */
  readonly path: string
}

/** Asks the API as the account. */
export const request = (context: LoginContext, { path, ...rest }: Request): Promise<Answer> =>
  call(context, { ...rest, url: hostOf(context, 'api') + path, token: context.credentials.accessToken })
