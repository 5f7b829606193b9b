let pattern: RegExp | undefined

/**
 * A sequence that is shown as one emoji: one that Unicode recommends, or a key cap without its variation selector. It is
 * made at its first use: that takes 20 ms, and a start does not need it.
 */
function emojiPattern(): RegExp {
  pattern ??= /\p{RGI_Emoji}|[0-9#*]\u20e3/gv
  return pattern
}

/** The sum over the emoji of a text and its other code points. */
export function sumWithEmoji(
  text: string,
  countEmoji: (emoji: string) => number,
  countOther: (code: number) => number,
): number {
  const emoji = emojiPattern()
  const found = text.match(emoji) ?? []
  const rest = found.length > 0 ? text.split(emoji) : [text]
  let sum = 0
  for (const one of found) sum += countEmoji(one)
  for (const part of rest) for (const character of part) sum += countOther(character.codePointAt(0) ?? 0)
  return sum
}
