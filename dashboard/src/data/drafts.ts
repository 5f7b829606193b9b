import type { ListDraftsQuery } from '@polypost/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

export type DraftList = 'drafts' | 'approvals' | 'templates'

const filters: Readonly<Record<DraftList, ListDraftsQuery>> = {
  drafts: { status: 'draft', template: 'false' },
  approvals: { status: 'awaiting_approval' },
  templates: { template: 'true' },
}

const pageSize = 50

/** The drafts of a profile, in pages. */
export const draftsQuery = (list: DraftList, profileId: string) =>
  infiniteQueryOptions({
    queryKey: ['drafts', list, profileId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor }) =>
      polypost.drafts.list({ ...filters[list], profile_id: profileId, per_page: pageSize, ...(cursor && { cursor }) }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

export const draftQuery = (id: string) =>
  queryOptions({ queryKey: ['draft', id], queryFn: () => polypost.drafts.get(id) })
