import type { AskProps } from './ask-dialog.tsx'
import { lazily } from './lazily.tsx'

const AskDialog = lazily(async () => (await import('./ask-dialog.tsx')).AskDialog)

/** A short question before something that can’t be undone. */
export const Ask = (props: AskProps) => (props.opened ? <AskDialog {...props} /> : null)
