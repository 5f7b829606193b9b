import type { Finding } from '../domain/content.ts'
import type { FindingCode } from '../domain/finding-codes.ts'
import { laneKey } from '../domain/lane.ts'
import { plans } from '../domain/plans.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { type AccountRow, listAccounts } from '../store/accounts/accounts.ts'
import type { Reader } from '../store/engine/database.ts'
import type { Caller, Services } from './context.ts'
import { ownProfile } from './profiles/own-profile.ts'

/** A platform of a post, with the account that publishes there. */
export interface Destination {
  readonly platform: Platform
  /** The name of the platform in the request; the first one, if several names mean the same platform. */
  readonly named: string
  /** Where the request contains it. */
  readonly path: string
  readonly account: AccountRow | null
}

/** The profile of a post. */
export interface PostingProfile {
  readonly id: string
  /** Those of all profiles of the user, because the plan limits them together. */
  readonly accounts: readonly AccountRow[]
}

/** The caller's profile with this ID, or the default one. */
export async function postingProfile(db: Reader, caller: Caller, given: string | undefined): Promise<PostingProfile> {
  const id = given ?? caller.defaultProfileId
  const accounts = await listAccounts(db, caller.userId)
  // These accounts are of profiles that exist, so most posts need no second look.
  if (!accounts.some(({ profile_id }) => profile_id === id)) await ownProfile(db, caller, id)
  return { id, accounts }
}

export const platformNamed = (platforms: readonly Platform[], word: string): Platform | undefined =>
  platforms.find(({ name, aliases }) => name === word || aliases.includes(word))

/** Each platform once, by the name that came first. */
function namedPlatforms(platforms: readonly Platform[], words: readonly string[]): Omit<Destination, 'account'>[] {
  const named = new Map<string, Omit<Destination, 'account'>>()
  for (const [at, word] of words.entries())
    for (const one of meantBy(platforms, word))
      if (!named.has(one.platform.name)) named.set(one.platform.name, { ...one, path: `platforms.${at}` })
  return [...named.values()]
}

/** A platform by the name in the request, or all platforms of a family by their own names. */
function meantBy(platforms: readonly Platform[], word: string): Pick<Destination, 'platform' | 'named'>[] {
  const platform = platformNamed(platforms, word)
  if (platform) return [{ platform, named: word }]
  const members = platforms.filter(({ family }) => family === word)
  if (members.length === 0) throw new Error(`The contract does not allow this platform: ${word}`)
  return members.map((member) => ({ platform: member, named: member.name }))
}

/** The destinations of a post, and the findings about their accounts. */
export function findDestinations(
  { caller, platforms, offered }: Pick<Services, 'platforms' | 'offered'> & { readonly caller: Caller },
  { id: profileId, accounts }: PostingProfile,
  words: readonly string[],
): { destinations: Destination[]; findings: Finding[] } {
  const destinations = namedPlatforms(platforms, words).map((named) => ({
    ...named,
    account: accounts.find((one) => one.profile_id === profileId && one.platform === named.platform.name) ?? null,
  }))
  return {
    destinations,
    findings: destinations.flatMap((destination) =>
      offered.includes(destination.platform)
        ? accountFindings(destination, accounts, caller)
        : [notOffered(destination)],
    ),
  }
}

/** A draft or a post may be older than the setting. */
const notOffered = ({ platform, named, path }: Destination): Finding => ({
  path,
  platform: named,
  code: 'not_allowed',
  message: `This instance no longer offers ${platform.title}. The operator can add it to POLYPOST_PLATFORMS.`,
})

function accountFindings(
  { platform, named, path, account }: Destination,
  accounts: readonly AccountRow[],
  caller: Caller,
): Finding[] {
  const found = (code: FindingCode, message: string, more: object = {}): Finding[] => [
    { path, platform: named, code, message, ...more },
  ]
  if (account === null)
    return found(
      'platform_not_connected',
      `${platform.title} is not connected in this profile. Connect it with POST /connect.`,
    )
  if (account.status === 'needs_reconnect') return found('reconnect_required', reconnectMessage(platform))
  const limit = plans[caller.plan].accountsPerPlatform
  const position = positionOf(account, accounts)
  if (position <= limit) return []
  return found(
    'account_limit_reached',
    `The plan allows ${limit} connected ${platform.title} account${limit === 1 ? '' : 's'}, and this one was connected after ${limit === 1 ? 'it' : 'those'}. Disconnect an older one, or change the plan.`,
    { limit, actual: position },
  )
}

export const reconnectMessage = ({ title }: Platform): string =>
  `The connected ${title} account needs a new login. Connect it again with POST /connect.`

/** The position of an account among those of its platform, oldest first. An account in several profiles counts once. */
function positionOf(account: AccountRow, accounts: readonly AccountRow[]): number {
  const oldestFirst = accounts.filter(({ platform }) => platform === account.platform).sort((a, b) => a.id - b.id)
  return [...new Set(oldestFirst.map(keyOf))].indexOf(keyOf(account)) + 1
}

export const keyOf = ({ environment, platform, remote_id }: AccountRow): string =>
  laneKey({ environment, platform, remoteId: remote_id })
