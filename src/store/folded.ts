/** Lower case is made here, since the two databases treat letters beyond ASCII differently. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()
