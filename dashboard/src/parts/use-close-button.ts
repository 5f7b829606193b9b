import { useWords, words } from '../words/words.ts'

const closeWords = words({ close: 'Close' }, { close: 'Schließen' })

/** The cross of a dialog has a name. For the `closeButtonProps` of a `Modal`. */
export const useCloseButton = () => ({ 'aria-label': useWords(closeWords).close })
