import { Button, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Draft } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { polypost } from '../../data/client.ts'
import { Ask } from '../../parts/ask.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import classes from './drafts.module.css'
import { draftWords } from './drafts-words.ts'

/** An editor sends the draft, or returns it with a note. */
export function Decision({ draft: { id, revision, profile_id } }: { readonly draft: Draft }) {
  const t = useWords(draftWords)
  const queries = useQueryClient()
  const [isReturning, { open, close }] = useDisclosure(false)
  const [note, setNote] = useState('')
  const reread = () => queries.invalidateQueries({ queryKey: ['drafts'] })
  const read = { expected_revision: revision, profile_id }
  const approve = useMutation({ mutationFn: () => polypost.drafts.approve(id, read), onSettled: reread })
  const sendBack = async () => {
    await polypost.drafts.return(id, { ...read, ...(note.trim() && { note: note.trim() }) })
    await reread()
  }
  return (
    <div className={classes.decision}>
      <Button size="xs" loading={approve.isPending} onClick={() => approve.mutate()}>
        {t.approve}
      </Button>
      <Button size="xs" variant="subtle" onClick={open}>
        {t.returnIt}
      </Button>
      <Problem error={approve.error} />
      <Ask opened={isReturning} onClose={close} title={t.returnTitle} verb={t.send} keep={t.keep} run={sendBack}>
        <p>{t.returnText}</p>
        <Textarea
          mt="md"
          label={t.note}
          description={t.noteHint}
          autosize
          minRows={3}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </Ask>
    </div>
  )
}
