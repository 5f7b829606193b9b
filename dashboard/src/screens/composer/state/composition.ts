import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Content } from '../content.ts'
import { rememberTime } from '../remembered-time.ts'
import { scheduleOf, type When } from '../when.ts'
import { useDraft } from './saved-draft.ts'
import type { Target } from './sending.ts'

/** What is written, and for when. Every change goes to the autosave, or stays in this browser while a post is edited. */
export function useComposition(target: Target, start: { readonly content: Content; readonly when: When }) {
  const [content, setShown] = useState(start.content)
  // The last typed text may not be shown yet.
  const latest = useRef(start.content)
  const [when, setWhen] = useState(start.when)
  const schedule = useMemo(() => scheduleOf(when), [when])
  const change = useCallback((make: (content: Content) => Content) => {
    latest.current = make(latest.current)
    setShown(latest.current)
  }, [])
  useEffect(() => {
    if (target.kind === 'draft') target.autosave.write(content)
    else if (content !== start.content) target.store.write({ content, revision: target.get().revision, attempt: null })
  }, [target, content, start.content])
  const draft = useDraft(target)
  const draftId = draft?.id
  useEffect(() => {
    if (draftId !== undefined) rememberTime(draftId, when)
  }, [draftId, when])
  return { content, latest, change, when, setWhen, schedule, draft }
}
