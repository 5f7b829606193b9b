import type { Profile } from '@polypost/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { wantsPerson } from './accounts.ts'
import { polypost } from './client.ts'
import { faceOf } from './profiles.ts'

/** A profile in a list of many, with what is to be done in it. */
export interface ProfileOverview {
  readonly id: string
  readonly name: string
  readonly picture_url: string | null
  readonly color: number
  readonly accounts: number
  readonly to_reconnect: number
  readonly attention: number
  readonly unread: number
}

const overviewOf = (profile: Profile): ProfileOverview => {
  const accounts = Object.values(profile.platform_profiles)
  const to_reconnect = accounts.filter((account) => wantsPerson(account)).length
  return { ...faceOf(profile), accounts: accounts.length, to_reconnect, attention: to_reconnect, unread: 0 }
}

/** The profiles with this text in their names, by name; without one: the first of all. */
export const overviewQuery = (search: string) =>
  queryOptions({
    queryKey: ['profiles', 'overview', search],
    queryFn: async () => {
      const { profiles } = await polypost.profiles.list()
      const found = profiles.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
      return { profiles: found.map(overviewOf), total: found.length }
    },
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
