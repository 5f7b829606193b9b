import type { Draft } from '@polypost/sdk'
import { useSyncExternalStore } from 'react'
import type { SavedDraft } from './autosave.ts'
import type { Target } from './sending.ts'

const never = () => () => {}
const nothing = () => null

/** The draft as the autosave has it; null while a post is edited. */
export function useSavedDraft(target: Target): SavedDraft | null {
  const autosave = target.kind === 'draft' ? target.autosave : null
  return useSyncExternalStore<SavedDraft | null>(autosave?.subscribe ?? never, autosave?.get ?? nothing)
}

export const useDraft = (target: Target): Draft | null => useSavedDraft(target)?.draft ?? null
