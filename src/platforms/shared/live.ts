import type { z } from 'zod'
import type { Content } from '../../domain/content.ts'
import type { PlannedStep, PlanTools } from '../../domain/plan.ts'
import type { Action } from './action.ts'
import type { Identity, OAuthConnect, OtherLogin, PasswordConnect, Renewal } from './connect.ts'
import type { Account, Hosts, LoginContext } from './context.ts'
import type { ReadAudience, ReadComments, ReadMetrics, ReplyAction } from './reads.ts'

/** How a platform is spoken to. Nothing here keeps anything: what must last is in results, states and credentials. */
export interface Live {
  /**
   * The platform's addresses by name, without a slash at the end. The setting `<PLATFORM>_<NAME>_URL` replaces one; a
   * simulated account has the sandbox's instead, which have a path of their own.
   */
  readonly hosts: Hosts
  /** What an operator may set beyond the hosts, by name in lower case: the setting is `<PLATFORM>_<NAME>`. */
  readonly settings?: Readonly<Record<string, Setting>>
  readonly connect: OAuthConnect | PasswordConnect
  /** Further ways to sign in, by the names that callers use; `firstLogin` is what they call `connect` then. */
  readonly otherLogins?: { readonly firstLogin: string; readonly byName: Readonly<Record<string, OtherLogin>> }
  /** Whom a login can publish as: one account, or several Pages or channels of which a person chooses one. */
  readonly discover: (context: LoginContext) => Promise<readonly Identity[]>
  /** Gets new tokens. A refresh token that is used up must not be lost: the caller stores what comes before it is used. */
  readonly refresh: (context: LoginContext) => Promise<Renewal>
  /** Ends the access at the platform, where it has such a call. */
  readonly revoke: (context: LoginContext) => Promise<void>
  /** Pure: the same content and tools give the same steps. Exactly one of them is a commit. */
  readonly plan: (content: Content, account: Account, tools: PlanTools) => readonly PlannedStep[]
  readonly actions: Readonly<Record<string, Action>>
  /** Comments under a published post; left out where the platform shows none, or this is not built yet. */
  readonly readComments?: ReadComments
  readonly reply?: ReplyAction
  readonly readMetrics?: ReadMetrics
  readonly readAudience?: ReadAudience
}

export interface Setting {
  readonly meaning: string
  /** Holds where nothing is set. */
  readonly fallback: string
  /** What may be set; the text stays as it is. */
  readonly form: z.ZodType<string, string>
}
