import { canonicalName } from '@polypost/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Account } from '../../data/accounts.ts'
import { profilesQuery } from '../../data/profiles.ts'

interface ReplyingAccount {
  readonly account: Account
  /** “@lumencoffee”, or its name. */
  readonly handle: string
  readonly name: string
  readonly picture: string | null
}

/** The account of a profile that answers on a platform; null if none is connected. */
export function useAccount(profileId: string, platform: string): ReplyingAccount | null {
  const { data } = useSuspenseQuery(profilesQuery)
  const accounts = data.profiles.find(({ id }) => id === profileId)?.platform_profiles
  const account = accounts?.[canonicalName(platform)]
  if (account === undefined) return null
  const { username, display_name, account_id, picture_url } = account
  return {
    account,
    handle: username === null ? (display_name ?? account_id) : `@${username}`,
    name: display_name ?? username ?? account_id,
    picture: picture_url,
  }
}
