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

/** How many drafts of all profiles wait for an editor. */
export const approvalCountQuery = queryOptions({
  queryKey: ['drafts', 'count'],
  queryFn: async () =>
    (await polypost.drafts.list({ status: 'awaiting_approval', profile_id: 'all', per_page: 1 })).meta.total,
  staleTime: 30_000,
})

export const draftQuery = (id: string) =>
  queryOptions({ queryKey: ['draft', id], queryFn: () => polypost.drafts.get(id) })
