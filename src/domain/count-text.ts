import { sumWithEmoji } from './emoji.ts'
import type { TextRule, TextUnit } from './post-rules.ts'
import { weighText } from './weigh-text.ts'

/** How long a text is, measured as the platform measures it. */
export const countText = (text: string, unit: TextUnit): number => counters[unit](text)

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const countBytes = (text: string): number => Buffer.byteLength(text)

const counters: Readonly<Record<TextUnit, (text: string) => number>> = {
  characters: (text) => Array.from(text).length,
  utf16: ({ length }) => length,
  graphemes: (text) => Array.from(graphemes.segment(text)).length,
  weighted: weighText,
  bytes: countBytes,
  emoji_bytes: (text) => sumWithEmoji(text, countBytes, () => 1),
}

/** What bounds a text. */
export type TextLimits = Pick<TextRule, 'max' | 'maxBytes' | 'unit'>

export const fits = (text: string, { max, maxBytes, unit }: TextLimits): boolean =>
  (max === null || countText(text, unit) <= max) && (maxBytes === undefined || countBytes(text) <= maxBytes)

const ellipsis = '…'

/** A cut goes back to the end of a word where that takes away at most so much, in UTF-16 units. */
const longestTail = 40

/** The beginning of a text that fits the limits, with an ellipsis where something was cut off. */
export function cutText(text: string, limits: TextLimits): string {
  if (fits(text, limits)) return text
  const ends = endsOf(text, limits)
  let kept = ''
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const candidate = text.slice(0, ends[middle])
    if (fits(closed(candidate), limits)) {
      kept = candidate
      low = middle + 1
    } else high = middle
  }
  return closed(atWordEnd(text, kept, limits))
}

const closed = (text: string): string => `${text.trimEnd()}${ellipsis}`

/** Where the text may be cut: behind each character that people see, as far as the limit may reach. */
function endsOf(text: string, { max, unit }: TextLimits): number[] {
  const ends: number[] = []
  // Everything counts at least one, but for the letters of a link.
  const most = max === null || unit === 'weighted' ? text.length : max
  for (const { index, segment } of graphemes.segment(text)) {
    if (ends.length >= most) break
    ends.push(index + segment.length)
  }
  return ends
}

/** Without the beginning of a word, where the last whole one ended shortly before. */
function atWordEnd(text: string, kept: string, limits: TextLimits): string {
  const whole = /\s$/.test(kept) || /^\s/.test(text.slice(kept.length))
  const tail = whole ? undefined : /\s\S*$/.exec(kept.slice(-longestTail))?.[0]
  if (tail === undefined) return kept
  const cut = kept.slice(0, -tail.length)
  // A shorter text can count more: a link that was cut is none.
  return cut.trim() !== '' && fits(closed(cut), limits) ? cut : kept
}
