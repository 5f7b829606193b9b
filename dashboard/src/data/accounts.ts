import type { Profile } from '@polypost/sdk'
import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'
import { inOrder, type PlatformName } from './platforms.ts'

export type Account = Profile['platform_profiles'][string]

export const nameOf = ({ username, display_name, account_id }: Account): string =>
  username ?? display_name ?? account_id

/** The warnings of the service about the accounts of a profile, and what helps. */
export const warningsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['profiles', profileId, 'warnings'],
    queryFn: async () => (await polypost.settings.get({ profile_id: profileId })).warnings,
  })

/** The developer apps of all platforms. Only the owner of the instance may read them. */
export const appsQuery = queryOptions({ queryKey: ['apps'], queryFn: () => polypost.apps.list() })

export const appQuery = (platform: string) =>
  queryOptions({ queryKey: ['apps', platform], queryFn: () => polypost.apps.get(platform) })

export const kindsQuery = (platform: string) =>
  queryOptions({
    queryKey: ['kinds', platform],
    queryFn: () => polypost.sandbox.listKinds(platform),
    staleTime: 10 * 60_000,
  })

/** How often the page asks whether a person has signed in, in milliseconds. */
const askEvery = 2_000

/** A connection that somebody began, until it has ended. */
export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['connection', id],
    queryFn: () => polypost.connections.get(id),
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? askEvery : false),
  })

/** From here on the end of a sign-in is said, in milliseconds. The API warns as early. */
const soon = 14 * 24 * 60 * 60_000

export const endsSoon = ({ expires_at }: Account, now = Date.now()): boolean =>
  expires_at !== null && Date.parse(expires_at) - now <= soon

/** Somebody has to do something, or posts will fail. */
export const wantsPerson = (account: Account): boolean =>
  account.status === 'needs_reconnect' || !account.capabilities.publish || endsSoon(account)

interface AccountOfPlatform {
  readonly platform: PlatformName
  readonly account: Account | null
}

const rank = ({ account }: AccountOfPlatform): number => (account === null ? 2 : wantsPerson(account) ? 0 : 1)

/** The platforms of a profile with their accounts, also those that were connected before. What wants somebody comes first. */
export const accountsByUrgency = (
  { platform_profiles }: Profile,
  offered: readonly PlatformName[],
): readonly AccountOfPlatform[] =>
  inOrder([...new Set([...offered, ...(Object.keys(platform_profiles) as PlatformName[])])], (name) => name)
    .map((platform) => ({ platform, account: platform_profiles[platform] ?? null }))
    .toSorted((one, other) => rank(one) - rank(other))
