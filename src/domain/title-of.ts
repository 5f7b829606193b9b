/** In characters. */
const longest = 120

/** The first line of a text. */
export const titleOf = (text: string): string => [...(text.trim().split('\n', 1)[0] ?? '')].slice(0, longest).join('')
