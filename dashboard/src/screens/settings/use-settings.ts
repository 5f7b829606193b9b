import type { ProfileSettings, UpdateSettingsBody } from '@polypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { polypost } from '../../data/client.ts'
import { useOneProfile } from '../../data/scope.ts'
import { settingsQuery } from '../../data/settings.ts'

/** Reads and changes the settings of the profile in view. Every screen that shows them follows. */
export function useSettings() {
  const queries = useQueryClient()
  const { id } = useOneProfile()
  const query = settingsQuery(id)
  return {
    read: (): Promise<ProfileSettings> => queries.fetchQuery({ ...query, staleTime: 0 }),
    write: async (changes: UpdateSettingsBody) => {
      queries.setQueryData(query.queryKey, await polypost.settings.update({ ...changes, profile_id: id }))
      await queries.invalidateQueries({ queryKey: ['profiles', id, 'warnings'] })
    },
  }
}
