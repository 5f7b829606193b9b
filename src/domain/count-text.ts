import { sumWithEmoji } from './emoji.ts'
import { graphemesOf } from './graphemes.ts'
import type { TextRule, TextUnit } from './post-rules.ts'
import { weighText } from './weigh-text.ts'

/** The length of a text as the platform counts it. */
export const countText = (text: string, unit: TextUnit): number => counters[unit](text)

/** Text of these alone has no character of several parts. The segmenter takes a hundred times as long. */
const onlySimple = /^[\n\x20-\x7e]*$/

const countGraphemes = (text: string): number =>
  onlySimple.test(text) ? text.length : Array.from(graphemesOf(text)).length

const countBytes = (text: string): number => Buffer.byteLength(text)

const counters: Readonly<Record<TextUnit, (text: string) => number>> = {
  characters: (text) => Array.from(text).length,
  utf16: ({ length }) => length,
  graphemes: countGraphemes,
  weighted: weighText,
  bytes: countBytes,
  emoji_bytes: (text) => sumWithEmoji(text, countBytes, () => 1),
}

/** The limits of a text. */
export type TextLimits = Pick<TextRule, 'max' | 'maxBytes' | 'unit'>

/** Counting in these units takes long. The others are counted at any length. */
const slowUnits: readonly TextUnit[] = ['graphemes', 'weighted', 'emoji_bytes']
/** Up to so many UTF-16 units every text is counted; a longer one only if the limit is near. */
const alwaysCounted = 20_000
const unitsPerCount = 40

const mostUnits = ({ max, unit }: TextLimits): number =>
  max === null || !slowUnits.includes(unit) ? Number.POSITIVE_INFINITY : Math.max(alwaysCounted, max * unitsPerCount)

/**
 * Whether a text is so much longer than the limit that it is not counted: that would take up to a second, and would
 * hold up all other requests.
 */
export const isFarTooLong = (text: string, limits: TextLimits): boolean => text.length > mostUnits(limits)

export function fits(text: string, limits: TextLimits): boolean {
  const { max, maxBytes, unit } = limits
  if (isFarTooLong(text, limits)) return false
  return (maxBytes === undefined || countBytes(text) <= maxBytes) && (max === null || countText(text, unit) <= max)
}

const ellipsis = '…'

/** A cut moves back to the end of a word if this removes at most this number of UTF-16 units. */
const longestTail = 40

/** The beginning of a text that fits the limits, with an ellipsis if something was cut off. */
export function cutText(whole: string, limits: TextLimits): string {
  if (fits(whole, limits)) return whole
  const text = whole.slice(0, mostUnits(limits))
  const ends = endsOf(text, limits)
  let start = ''
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const candidate = text.slice(0, ends[middle])
    if (fits(closed(candidate), limits)) {
      start = candidate
      low = middle + 1
    } else high = middle
  }
  return closed(atWordEnd(text, start, limits))
}

const closed = (text: string): string => `${text.trimEnd()}${ellipsis}`

/** The positions where the text may be cut: after each visible character, as far as the limit can reach. */
function endsOf(text: string, { max, unit }: TextLimits): number[] {
  const ends: number[] = []
  // Every character counts at least one, except those of a link.
  const most = max === null || unit === 'weighted' ? text.length : max
  for (const { index, segment } of graphemesOf(text)) {
    if (ends.length >= most) break
    ends.push(index + segment.length)
  }
  return ends
}

/** Without the beginning of a word, if the last complete word ends shortly before. */
function atWordEnd(text: string, start: string, limits: TextLimits): string {
  const whole = /\s$/.test(start) || /^\s/.test(text.slice(start.length))
  const tail = whole ? undefined : /\s\S*$/.exec(start.slice(-longestTail))?.[0]
  if (tail === undefined) return start
  const cut = start.slice(0, -tail.length)
  // A shorter text can count more: a link that was cut is no longer a link.
  return cut.trim() !== '' && fits(closed(cut), limits) ? cut : start
}
