import { type Accounts, createAccounts } from '../../src/accounts/accounts.ts'
import { createApps } from '../../src/accounts/apps.ts'
import { openCredentials } from '../../src/accounts/credentials.ts'
import { readPlatformSettings } from '../../src/accounts/settings.ts'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import type { Sealer } from '../../src/crypto/seal.ts'
import { createHttpClient } from '../../src/outbound/http-client.ts'
import type { Credentials } from '../../src/platforms/shared/context.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'
import { type AccountRow, findProfileAccount } from '../../src/store/accounts/accounts.ts'
import type { Database, DatabaseKind } from '../../src/store/engine/database.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { createMetrics } from '../../src/system/metrics.ts'
import { makeInstanceData } from '../harness/database.ts'
import { person } from '../harness/servers/oauth-server.ts'

/** A database, and accounts on it for each process. */
export interface Surroundings {
  readonly database: Database
  readonly sealer: Sealer
  /** As another process would have: only the database is shared. */
  readonly process: (platform: Platform) => Promise<Accounts>
  /** Connects the platform's account in the owner's profile. */
  readonly connect: (accounts: Accounts, platform: Platform, credentials: Partial<Credentials>) => Promise<AccountRow>
  /** The stored account as it is now. */
  readonly stored: (platform: Platform) => Promise<{ row: AccountRow; credentials: Credentials | null }>
  readonly stop: () => Promise<void>
}

const client = createHttpClient({ exceptions: ['127.0.0.0/8'] })
const log = createLog({ level: 'silent', pretty: false })

export async function surround(kind: DatabaseKind): Promise<Surroundings> {
  const instanceData = await makeInstanceData(kind, { migrated: true })
  const config = readConfig(instanceData.env)
  const store = await openStore(config, systemClock, { locks: true, migrates: true })
  const closing = [store.close]
  const profile = (await store.database.kysely.selectFrom('profiles').selectAll().executeTakeFirstOrThrow()).id
  const { database, sealer } = store

  async function stored({ name }: Platform) {
    const row = await findProfileAccount(database.read, profile, name)
    if (!row) throw new Error('Nothing is connected.')
    return { row, credentials: openCredentials(sealer, row) }
  }

  return {
    database,
    sealer,
    process: async (platform) => {
      // An embedded database belongs to one process, which writes through one connection.
      const own = kind === 'sqlite' ? store : await openStore(config, systemClock, { locks: false, migrates: true })
      if (own !== store) closing.push(own.close)
      const settings = readPlatformSettings([platform], {})
      if (settings.type === 'wrong') throw new Error(settings.faults.join())
      return createAccounts({
        database: own.database,
        sealer: own.sealer,
        clock: systemClock,
        log,
        metrics: createMetrics(),
        platforms: [platform],
        redirectUri: 'http://127.0.0.1:4000/oauth/callback',
        client,
        sandbox: null,
        apps: createApps({ database, sealer, given: { X: { clientId: 'app', clientSecret: 'app-secret' } } }),
        settingsOf: settings.of,
        timeScale: 1,
      })
    },
    connect: async (accounts, platform, credentials) => {
      const all = { accessToken: '', refreshToken: null, expiresAt: null, scopes: [], extra: {}, ...credentials }
      await database.transaction((tx) =>
        accounts.connect(
          tx,
          {
            profile_id: profile,
            platform: platform.name,
            environment: 'live',
            remote_id: person.remoteId,
            username: person.username,
            display_name: null,
            avatar_url: null,
            profile_url: null,
            account_type: null,
            missing_permissions: [],
            board_id: null,
            page_id: null,
            eligible: 0,
            data_access_ends_at: null,
            connected_at: systemClock.now(),
          },
          all,
        ),
      )
      return (await stored(platform)).row
    },
    stored,
    stop: async () => {
      for (const close of closing.reverse()) await close()
      await instanceData.remove()
    },
  }
}
