import type { Draft } from '@polypost/sdk'
import { useSyncExternalStore } from 'react'
import type { SavedDraft } from './keeper.ts'
import type { Target } from './use-publish.ts'

const never = () => () => {}
const nothing = () => null

/** The draft that the keeper has saved; null while a post is edited. */
export function useKept(target: Target): SavedDraft | null {
  const keeper = target.kind === 'draft' ? target.keeper : null
  return useSyncExternalStore<SavedDraft | null>(keeper?.subscribe ?? never, keeper?.get ?? nothing)
}

export const useDraft = (target: Target): Draft | null => useKept(target)?.draft ?? null
