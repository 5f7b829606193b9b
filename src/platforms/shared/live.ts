import type { z } from 'zod'
import type { Content } from '../../domain/content.ts'
import type { PlannedStep, PlanTools } from '../../domain/plan.ts'
import type { Action } from './action.ts'
import type { Connect, Identity, OtherLogin, Renewal } from './connect.ts'
import type { Account, Hosts, LoginContext } from './context.ts'
import type { FindComment, ReadAudience, ReadChoices, ReadComments, ReadMetrics, ReplyAction } from './reads.ts'
import type { SignInRefusal } from './sign-in-refusal.ts'

/** Sign-in, publishing and reading at a platform. Nothing here has state: results, saved states and credentials are stored. */
export interface Live {
  /**
   * The platform's addresses by name, without a slash at the end. The setting `<PLATFORM>_<NAME>_URL` replaces one; a
   * simulated account has the sandbox's instead, which have a path of their own.
   */
  readonly hosts: Hosts
  /** The platform's settings beside the hosts, by name in lower case: the variable is `<PLATFORM>_<NAME>`. */
  readonly settings?: Readonly<Record<string, Setting>>
  /** Names of settings that earlier versions had. One that is still given has no effect, and the log says so. */
  readonly endedSettings?: readonly string[]
  readonly connect: Connect
  /** Further login methods, by the names that callers use; `firstLogin` is the name of `connect` then. */
  readonly otherLogins?: { readonly firstLogin: string; readonly byName: Readonly<Record<string, OtherLogin>> }
  /** Refused sign-ins that operators meet; the first match explains one. What all platforms share follows automatically. */
  readonly signInRefusals?: readonly SignInRefusal[]
  /** Identities that a login can publish as: one account, or several Pages or channels; a person chooses one. */
  readonly discover: (context: LoginContext) => Promise<readonly Identity[]>
  /** Requests new tokens. The caller stores them before it uses them, since the old refresh token may be invalid now. */
  readonly refresh: (context: LoginContext) => Promise<Renewal>
  /** Revokes the access at the platform, if it has such a call. */
  readonly revoke: (context: LoginContext) => Promise<void>
  /** Pure: the same content and tools give the same steps. Exactly one of them is a commit. */
  readonly plan: (content: Content, account: Account, tools: PlanTools) => readonly PlannedStep[]
  readonly actions: Readonly<Record<string, Action>>
  /** Comments under a published post; left out if the platform does not return them. */
  readonly readComments?: ReadComments
  /** How far back the platform lists comments, in milliseconds; left out if it lists all of them. */
  readonly commentsReach?: number
  /** Left out if looking through the newest comments is enough. */
  readonly findComment?: FindComment
  /** The platform charges the operator for each comment that it lists, so they are listed only on request. */
  readonly listingCosts?: true
  readonly reply?: ReplyAction
  readonly readMetrics?: ReadMetrics
  readonly readAudience?: ReadAudience
  /** Options whose values differ from account to account, and how the values are read. */
  readonly choices?: Readonly<Record<string, ReadChoices>>
}

export interface Setting {
  readonly meaning: string
  /** The default. */
  readonly fallback: string
  /** Checks the value and returns it unchanged. */
  readonly form: z.ZodType<string, string>
  /** The name of the variable, if several platforms share it. */
  readonly variable?: string
  /** A name of the variable that works until version 1.0, for this platform alone. */
  readonly earlierVariable?: string
  /** Its default is right for nearly every instance: it stands on the page for special cases, as all hosts do. */
  readonly special?: true
}
