import type { When } from './when.ts'

const nameOf = (draftId: string): string => `polypost.time.${draftId}`

export const forgetTime = (draftId: string): void => localStorage.removeItem(nameOf(draftId))

/** A draft has no time before it is sent for approval. Until then this browser keeps the one that was chosen. */
export function keepTime(draftId: string, when: When): void {
  try {
    if (when.date === '' && when.time === '') forgetTime(draftId)
    else localStorage.setItem(nameOf(draftId), JSON.stringify(when))
  } catch {
    // The storage is full or switched off. The page still has it.
  }
}

/** Null: no time was chosen in this browser. */
export function keptTime(draftId: string): When | null {
  const text = localStorage.getItem(nameOf(draftId))
  // Only this file writes under this name.
  return text === null ? null : (JSON.parse(text) as When)
}
