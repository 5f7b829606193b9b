import { type Answer, type Call, call, hostOf } from './call.ts'
import type { LoginContext } from './context.ts'

export interface ApiRequest extends Omit<Call, 'url' | 'token'> {
  /** Without the host and `base`. */
  readonly path: string
}

/** Calls the API as the account; each path begins with `base`. */
export const apiAt =
  (base: string) =>
  (context: LoginContext, { path, ...rest }: ApiRequest): Promise<Answer> =>
    call(context, { ...rest, url: `${hostOf(context, 'api')}${base}${path}`, token: context.credentials.accessToken })
