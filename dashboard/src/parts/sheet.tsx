import { lazily } from './lazily.tsx'

/** A dialog with a title around anything, while it is shown. */
export const Sheet = lazily(async () => (await import('./sheet-dialog.tsx')).SheetDialog)
