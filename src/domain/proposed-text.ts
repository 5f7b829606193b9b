/** Maximum number of characters of a proposal. */
export const maxProposed = 2_000

/** Invisible characters that change how others are displayed. */
const unseen = /[\u200b\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu
const controls = /[^\P{Cc}\n]/gu
const tag = /<\/?[a-z!][^<>]*>/gi

/** A model's proposal as plain text, which a person can check by reading it. */
export function proposedText(proposal: string): string {
  let text = proposal
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(unseen, '')
    .replace(controls, ' ')
    .slice(0, 4 * maxProposed)
  // Without one tag, the rest may form another tag.
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(tag, '')
  }
  const plain = text
    .replace(/ {2,}/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return [...plain].slice(0, maxProposed).join('').trim()
}
