import { Button } from '@mantine/core'
import type { Draft } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { polypost } from '../../data/client.ts'
import { Problem } from '../../parts/problem.tsx'
import { ReturnDraft } from '../../parts/return-draft.tsx'
import { useWords } from '../../words/words.ts'
import classes from './drafts.module.css'
import { draftWords } from './drafts-words.ts'

/** An editor sends the draft, or returns it with a note. */
export function Decision({ draft }: { readonly draft: Draft }) {
  const t = useWords(draftWords)
  const queries = useQueryClient()
  const { id, revision, profile_id } = draft
  const approve = useMutation({
    mutationFn: () => polypost.drafts.approve(id, { expected_revision: revision, profile_id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['drafts'] }),
  })
  return (
    <div className={classes.decision}>
      <Button size="xs" loading={approve.isPending} onClick={() => approve.mutate()}>
        {t.approve}
      </Button>
      <ReturnDraft draft={draft} />
      <Problem error={approve.error} />
    </div>
  )
}
