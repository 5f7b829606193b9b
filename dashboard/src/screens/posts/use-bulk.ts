import type { BulkPostsBody, BulkPostsResult } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { polypost } from '../../data/client.ts'
import { newKey } from '../../data/new-key.ts'

type CountListener = (count: number) => void

/** Changes many posts at once. Each answers for itself: `refused` are those that stayed as they were. */
export function useBulk(succeeded: CountListener) {
  const queries = useQueryClient()
  // One key for the same wish, so that a repeat changes nothing twice.
  const [keys] = useState(() => new Map<string, string>())
  const keyOf = (body: BulkPostsBody): string => {
    const wish = JSON.stringify(body)
    const key = keys.get(wish) ?? newKey()
    keys.set(wish, key)
    return key
  }
  const doing = useMutation({
    mutationFn: (body: BulkPostsBody) => polypost.posts.bulk(body, { idempotencyKey: keyOf(body) }),
    onSuccess: ({ ok, done }) => {
      if (ok) succeeded(done)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  })
  return { doing, refused: doing.data?.results.filter(({ ok }) => !ok) ?? [] }
}

export type BulkRefusal = BulkPostsResult['results']
