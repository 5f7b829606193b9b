import type { Draft } from '@polypost/sdk'
import { useSyncExternalStore } from 'react'
import type { SavedDraft } from './keeper.ts'
import type { Desk } from './use-publish.ts'

const never = () => () => {}
const nothing = () => null

/** The draft that the keeper has saved; null while a post is edited. */
export function useKept(desk: Desk): SavedDraft | null {
  const keeper = desk.kind === 'draft' ? desk.keeper : null
  return useSyncExternalStore<SavedDraft | null>(keeper?.subscribe ?? never, keeper?.get ?? nothing)
}

export const useDraft = (desk: Desk): Draft | null => useKept(desk)?.draft ?? null
