import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { composerWords } from './composer-words.ts'
import { useSavedDraft } from './state/saved-draft.ts'
import type { Target } from './state/sending.ts'

/** Whether what is written is saved. */
export function SaveStatus({ target }: { readonly target: Target }) {
  const t = useWords(composerWords)
  const { clock } = useTimes()
  const savedDraft = useSavedDraft(target)
  if (savedDraft === null) return null
  const { state, draft } = savedDraft
  const text = {
    saved: draft === null ? '' : t.saved(clock(draft.updated_at)),
    unsaved: t.saving,
    unreached: t.unreached,
    refused: t.refused,
    conflict: t.conflict,
  }[state.kind]
  return <span className="numbers">{text}</span>
}
