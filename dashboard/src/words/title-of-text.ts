/** Longer titles are cut by their place anyway. */
const longest = 120

/** The name of a post in lists: the first line of its text. */
export const titleOfText = (text: string): string => text.trim().split('\n', 1)[0]?.slice(0, longest) ?? ''
