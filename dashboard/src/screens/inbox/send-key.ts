import type { KeyboardEvent } from 'react'

/** Ctrl+Enter sends; on a Mac, the command key does. */
export const isSendKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'Enter' && (ctrlKey || metaKey)
