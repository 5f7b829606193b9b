import { Button, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Draft } from '@polypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { polypost } from '../data/client.ts'
import { useWords } from '../words/words.ts'
import { Ask } from './ask.tsx'
import { returnDraftWords } from './return-draft-words.ts'

interface Props {
  readonly draft: Draft
  readonly returned?: (draft: Draft) => void
}

/** An editor returns what waits for approval, with a note for its author. */
export function ReturnDraft({ draft: { id, revision, profile_id }, returned }: Props) {
  const t = useWords(returnDraftWords)
  const queries = useQueryClient()
  const [isAsking, { open, close }] = useDisclosure(false)
  const [note, setNote] = useState('')
  const run = async () => {
    const body = { expected_revision: revision, profile_id, ...(note.trim() && { note: note.trim() }) }
    const draft = await polypost.drafts.return(id, body)
    returned?.(draft)
    await queries.invalidateQueries({ queryKey: ['drafts'] })
  }
  return (
    <>
      <Button size="xs" variant="subtle" onClick={open}>
        {t.open}
      </Button>
      <Ask opened={isAsking} onClose={close} title={t.title} of={profile_id} verb={t.send} keep={t.keep} run={run}>
        <p>{t.text}</p>
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
    </>
  )
}
