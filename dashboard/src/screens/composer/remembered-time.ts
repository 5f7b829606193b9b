import { storage } from '../../data/storage.ts'
import type { When } from './when.ts'

const nameOf = (draftId: string): string => `polypost.time.${draftId}`

export const forgetTime = (draftId: string): void => storage.drop(nameOf(draftId))

/** A draft has no time before it is sent for approval. Until then this browser remembers the one that was chosen. */
export function rememberTime(draftId: string, when: When): void {
  if (when.date === '' && when.time === '') forgetTime(draftId)
  else storage.write(nameOf(draftId), JSON.stringify(when))
}

/** Null: no time was chosen in this browser. */
export const rememberedTime = (draftId: string): When | null => storage.readAs<When>(nameOf(draftId))
