import { randomBytes } from 'node:crypto'
import { readConfig } from '../../src/app/config.ts'
import type { Roles } from '../../src/app/roles.ts'
import { startApp } from '../../src/app/start.ts'
import type { PlanId } from '../../src/domain/plans.ts'
import { defaultLimits, type HttpLimits } from '../../src/http/limits.ts'
import type { Lookup } from '../../src/outbound/dial.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { type Client, createClient } from './client.ts'
import { type InstanceData, makeInstanceData } from './database.ts'

export const ownerKey = `pp_${'owner'.repeat(9)}`

/** An instance in the process of the test, with real sockets and a real database. */
export interface Instance {
  readonly base: string
  readonly data: InstanceData
  /** A client as the owner, who has plan 4 and the scope admin. */
  readonly owner: Client
  /** A new user with this plan, and a key with these scopes. */
  readonly newUser: (plan?: PlanId, scopes?: readonly string[]) => Promise<User>
  readonly stop: () => Promise<void>
}

export interface User {
  readonly id: number
  readonly key: string
  readonly keyId: number
  readonly profileId: string
  readonly ask: Client
}

interface Options {
  readonly env?: Readonly<Record<string, string>>
  readonly limits?: Partial<HttpLimits>
  /** By default, one process does everything. */
  readonly roles?: Roles
  /** By default, all platforms. */
  readonly platforms?: readonly Platform[]
  /** How host names of webhooks are resolved; by default, as the machine does. */
  readonly lookup?: Lookup
  /** The data of an earlier instance. The caller must remove it. */
  readonly data?: InstanceData
}

/** High enough that only the tests of the limits reach them. */
const wideLimits = '1000000,1000000,1000000,1000000'

export async function startInstance(
  kind: DatabaseKind,
  { env = {}, limits = {}, roles = { api: true, worker: true }, platforms, lookup, data: given }: Options = {},
): Promise<Instance> {
  const instanceData = given ?? (await makeInstanceData(kind, { migrated: true }))
  const leave = given ? async () => {} : instanceData.remove
  const config = readConfig({
    PORT: '0',
    POLYPOST_OWNER_KEY: ownerKey,
    POLYPOST_RATE_LIMITS: wideLimits,
    LOG_LEVEL: 'silent',
    ...instanceData.env,
    ...env,
  })
  const options = {
    // No load balancer has to notice that the instance stops.
    limits: { ...defaultLimits, drainNotice: 0, ...limits },
    ...(platforms && { platforms }),
    ...(lookup && { lookup }),
  }
  const app = await startApp(config, roles, options).catch(async (error) => {
    await leave()
    throw error
  })
  if (app.address === null) throw new Error('The instance has no address.')
  const base = app.address
  const owner = createClient(base, ownerKey)
  return {
    base,
    data: instanceData,
    owner,
    newUser: (plan = 4, scopes = ['read', 'write']) => newUser(base, owner, plan, scopes),
    stop: async () => {
      await app.stop()
      await leave()
    },
  }
}

async function newUser(base: string, owner: Client, plan: PlanId, scopes: readonly string[]): Promise<User> {
  const email = `${randomBytes(8).toString('hex')}@example.com`
  const user = (await owner('POST', '/admin/users', { body: { email, plan_id: plan } })).body.data
  const made = (await owner('POST', `/admin/users/${user.id}/keys`, { body: { name: 'test', scopes } })).body.data
  return {
    id: user.id,
    key: made.key,
    keyId: made.id,
    profileId: user.default_profile_id,
    ask: createClient(base, made.key),
  }
}
