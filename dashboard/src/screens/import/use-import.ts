import type { ImportPostsResult } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { polypost } from '../../data/client.ts'
import { newKey } from '../../data/new-key.ts'
import { useOneProfile } from '../../data/scope.ts'

export type ImportKind = 'posts' | 'drafts'

interface Wish {
  readonly csv: string
  readonly as: ImportKind
}

/** A file that was checked, and what the service says about it. */
export interface CheckedImport extends Wish {
  readonly result: ImportPostsResult
  /** One for each check, so that a repeated import stores nothing twice. */
  readonly key: string
}

/** Checks a file, which stores nothing, and then imports it as a whole. */
export function useImport() {
  const queries = useQueryClient()
  const { id } = useOneProfile()
  const [checked, setChecked] = useState<CheckedImport | null>(null)
  const check = useMutation({
    mutationFn: (wish: Wish) => polypost.posts.import({ profile_id: id, commit: false, ...wish }),
    onMutate: () => setChecked(null),
    onSuccess: (result, wish) => setChecked({ ...wish, result, key: newKey() }),
  })
  const commit = useMutation({
    mutationFn: ({ csv, as, key }: CheckedImport) =>
      polypost.posts.import({ profile_id: id, commit: true, csv, as }, { idempotencyKey: key }),
    onSuccess: (_, { as }) =>
      queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === as || queryKey[0] === 'labels' }),
  })
  const again = () => {
    setChecked(null)
    check.reset()
    commit.reset()
  }
  return { check, checked, commit, again }
}
