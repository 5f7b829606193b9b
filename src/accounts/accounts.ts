import type { Sealer } from '../crypto/seal.ts'
import { firstRead } from '../domain/metric-schedule.ts'
import { second } from '../domain/time.ts'
import { usesBrowser } from '../platforms/shared/connect.ts'
import type { Credentials } from '../platforms/shared/context.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { type Purpose, purposesOf } from '../platforms/shared/scopes.ts'
import type { AccountRow } from '../store/accounts/accounts.ts'
import { connectAccount, type NewAccount } from '../store/accounts/connect-account.ts'
import type { Database, Transaction } from '../store/engine/database.ts'
import type { Apps } from './apps.ts'
import { type CallAs, createCallAs } from './call-as.ts'
import { type ContextOptions, type Contexts, createContexts } from './contexts.ts'
import { openCredentials, sealCredentials, timesOf } from './credentials.ts'
import { loginOf, type NamedLogin } from './logins.ts'
import { createPermissions, type PermissionsOf } from './permissions.ts'
import { type AskSandbox, createAskSandbox } from './sandbox-control.ts'
import { createSignIn, type SignIn } from './sign-in.ts'

/** Connected accounts. All calls to platforms, and all sign-ins, go through this. */
export interface Accounts extends Contexts {
  readonly callAs: CallAs
  readonly signIn: SignIn
  /** The capabilities of an account, and what to do about missing permissions. */
  readonly permissionsOf: PermissionsOf
  readonly apps: Apps
  /** The data that a sign-in with this method sends to the platform. */
  readonly askedBy: (platform: Platform, login: NamedLogin) => AskedOfPlatform | null
  /** Whether there are simulated platforms. */
  readonly hasSandbox: boolean
  /** Where browsers reach a page whose address is that of the sandbox. */
  readonly sandboxPage: (url: string) => string
  /** Null if there are none. */
  readonly askSandbox: AskSandbox | null
  /** Connects an account in a profile, and seals its credentials. */
  readonly connect: (
    tx: Transaction,
    account: Omit<NewAccount, keyof ReturnType<typeof timesOf>>,
    credentials: Credentials,
  ) => Promise<void>
  /** Revokes the access at the platform if that is possible. Never fails, and takes a few seconds at most. */
  readonly revoke: (account: AccountRow) => Promise<void>
}

/** The data that a sign-in in a browser sends to the platform. */
export interface AskedOfPlatform {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** All scopes that can be used, with their purpose. */
  readonly purposes: readonly Purpose[]
}

export interface AccountsOptions extends ContextOptions {
  readonly database: Database
  readonly sealer: Sealer
  readonly platforms: readonly Platform[]
  /** Where platforms send the browser back to. */
  readonly redirectUri: string
}

/** The caller waits for it. In milliseconds. */
const longestRevoke = 10 * second

export function createAccounts(options: AccountsOptions): Accounts {
  const contexts = createContexts(options)
  const { platforms, sealer, log } = options
  return {
    ...contexts,
    callAs: createCallAs({ ...options, ...contexts }),
    signIn: createSignIn({ ...options, ...contexts }),
    permissionsOf: createPermissions(options),
    apps: options.apps,
    askedBy: (platform, { connect }) => {
      if (!usesBrowser(connect)) return null
      const { values: settings } = options.settingsOf(platform)
      const isConfigured = connect.configuration !== undefined && Boolean(settings[connect.configuration])
      const purposes = purposesOf(connect, { settings })
      const requested = purposes.filter((one) => one.isRequested).map(({ name }) => name)
      return { redirectUri: options.redirectUri, scopes: isConfigured ? [] : requested, purposes }
    },
    hasSandbox: options.sandbox !== null,
    sandboxPage: (url) => {
      const { origin, pages = null } = options.sandbox ?? {}
      return pages !== null && url.startsWith(`${origin}/`) ? pages + url.slice(origin?.length) : url
    },
    askSandbox: options.sandbox && createAskSandbox(options.sandbox),
    connect: (tx, account, credentials) =>
      connectAccount(
        tx,
        { ...account, ...timesOf(credentials) },
        { seal: (id) => sealCredentials(sealer, id, credentials), readIn: firstRead / options.timeScale },
      ),
    revoke: async (account) => {
      const platform = platforms.find(({ name }) => name === account.platform)
      try {
        const credentials = openCredentials(sealer, account)
        if (credentials === null || !platform) return
        const reach = {
          operation: 'revoke' as const,
          signal: AbortSignal.timeout(longestRevoke),
          login: loginOf(credentials),
        }
        const context = await contexts.live(platform, account.environment, reach)
        await platform.live.revoke({ ...context, credentials })
      } catch (err) {
        log.warn(
          { err, account: account.id, platform: account.platform },
          'the access could not be revoked at the platform',
        )
      }
    },
  }
}
