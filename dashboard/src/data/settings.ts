import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

export const settingsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['settings', profileId],
    queryFn: () => polypost.settings.get({ profile_id: profileId }),
  })

/** The plan of the user in view, what is used of it, and how long data is kept. */
export const usageQuery = queryOptions({ queryKey: ['usage'], queryFn: () => polypost.account.getUsage() })
