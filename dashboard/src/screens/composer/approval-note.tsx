import type { Draft } from '@polypost/sdk'
import { useMay } from '../../data/session.ts'
import { ReturnDraft } from '../../parts/return-draft.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './composer.module.css'
import { composerWords } from './composer-words.ts'

interface Props {
  readonly draft: Draft | null
  readonly returned: (draft: Draft) => void
}

/** The question to an editor, and the editor’s answer. */
export function ApprovalNote({ draft, returned }: Props) {
  const mayReturn = useMay('editor')
  const t = useWords(composerWords)
  const { time } = useTimes()
  const approval = draft?.approval ?? null
  if (draft === null || approval === null) return null
  const { outcome, note, decided_by, requested_by, requested_at } = approval
  if (draft.status === 'awaiting_approval')
    return (
      <div className={classes.approval} role="status">
        {t.awaiting(requested_by.name, time(requested_at))} {t.awaitingEdit}
        {mayReturn && <ReturnDraft draft={draft} returned={returned} />}
      </div>
    )
  if (outcome !== 'returned') return null
  return (
    <p className={classes.approval} role="status">
      {t.returned(decided_by?.name ?? '')} {note !== null && <q>{note}</q>}
    </p>
  )
}
