import { useMutation, useQueryClient } from '@tanstack/react-query'
import { polypost } from '../../data/client.ts'
import type { InboxFilter } from '../../data/inbox-filter.ts'

/** The actions on all comments of a profile. */
export function useListActions(profileId: string) {
  const queries = useQueryClient()
  const readAll = useMutation({
    mutationFn: (which: { readonly until: string; readonly platform: InboxFilter['platform'] }) =>
      polypost.inbox.mark({ ...which, profile_id: profileId }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['inbox'] }),
  })
  const refresh = useMutation({ mutationFn: () => polypost.inbox.refresh({ profile_id: profileId }) })
  return { readAll, refresh }
}

export type ListActions = ReturnType<typeof useListActions>
