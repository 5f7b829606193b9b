import type { Draft } from '@polypost/sdk'
import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

/** A draft that waits for approval, with the time that its author wants. */
export interface PlannedDraft {
  readonly draft: Draft
  readonly at: string
}

const planOf = (draft: Draft): readonly PlannedDraft[] => {
  const at = draft.approval?.scheduled_at ?? null
  return at === null || at === 'next_slot' ? [] : [{ draft, at }]
}

export const plannedDraftsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['drafts', 'planned', profileId],
    queryFn: async () => {
      const planned: PlannedDraft[] = []
      const waiting = polypost.drafts.list({ profile_id: profileId, status: 'awaiting_approval', per_page: 100 })
      for await (const draft of waiting) planned.push(...planOf(draft))
      return planned
    },
    staleTime: 30_000,
  })
