import { sealCredentials } from '../../src/accounts/credentials.ts'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { type NewKey, newApiKey } from '../../src/crypto/api-key.ts'
import { firstRead } from '../../src/domain/metric-schedule.ts'
import { connectAccount } from '../../src/store/accounts/connect-account.ts'
import { insertProfile } from '../../src/store/accounts/profiles.ts'
import type { Database, Transaction } from '../../src/store/engine/database.ts'
import { insertKey } from '../../src/store/people/keys.ts'
import { insertUser } from '../../src/store/people/users.ts'
import { systemClock } from '../../src/system/clock.ts'
import type { InstanceData } from './instance-data.ts'
import { key } from './servers.ts'

export interface BenchUser {
  readonly id: number
  readonly key: string
  readonly profileId: string
}

/** Its accounts have its ID at every platform, so that a reference can write the same rows. */
export const profileOf = (userId: number): string => `bench-${userId}`
export const remoteOf = (userId: number): string => `remote-${userId}`

/** Uses the database of an instance while other processes use it too. */
export async function withStore<T>(data: InstanceData, work: (database: Database) => Promise<T>): Promise<T> {
  const { database, close } = await openData(data)
  return work(database).finally(close)
}

export const openData = (data: InstanceData) =>
  openStore(readConfig({ ...data.env, POLYPOST_OWNER_KEY: key }), systemClock, { locks: false, migrates: true })

/** Users with consecutive IDs, each with one profile and an account on each of these platforms. */
export async function addUsers(data: InstanceData, count: number, platforms: readonly string[]): Promise<BenchUser[]> {
  const { database, sealer, close } = await openData(data)
  const seal = (id: number) =>
    sealCredentials(sealer, id, { accessToken: 'bench', refreshToken: null, expiresAt: null, scopes: [], extra: {} })
  try {
    return await database.step(async (tx) => {
      const users: BenchUser[] = []
      for (let at = 0; at < count; at += 1) {
        const user = await addUser(tx, newApiKey())
        for (const platform of platforms) await addAccount(tx, user, platform, seal)
        users.push(user)
      }
      return users
    })
  } finally {
    await close()
  }
}

async function addUser(tx: Transaction, { key: secret, prefix, hash }: NewKey): Promise<BenchUser> {
  const now = systemClock.now()
  const email = `${hash.slice(0, 20)}@example.com`
  const { id } = await insertUser(tx, { email, plan_id: 4, default_profile_id: '', created_at: now })
  const profileId = profileOf(id)
  await tx.updateTable('users').set({ default_profile_id: profileId }).where('id', '=', id).execute()
  // A simulated account bears the name of its profile, and each user needs one of their own.
  await insertProfile(tx, { id: profileId, user_id: id, name: profileId, now })
  await insertKey(tx, {
    user_id: id,
    name: 'bench',
    prefix,
    hash,
    scopes: 'read write',
    expires_at: null,
    policy: { type: 'publish' },
    created_by: null,
    created_at: now,
    grant_id: null,
    person_id: null,
    unattended: 1,
  })
  return { id, key: secret, profileId }
}

const addAccount = (tx: Transaction, user: BenchUser, platform: string, seal: (id: number) => string) =>
  connectAccount(
    tx,
    {
      environment: 'live',
      platform,
      remote_id: remoteOf(user.id),
      profile_id: user.profileId,
      username: remoteOf(user.id),
      display_name: null,
      avatar_url: null,
      profile_url: null,
      account_type: null,
      missing_permissions: [],
      board_id: null,
      page_id: null,
      eligible: 0,
      expires_at: null,
      renew_from: null,
      data_access_ends_at: null,
      connected_at: systemClock.now(),
    },
    { seal, readIn: firstRead },
  )
