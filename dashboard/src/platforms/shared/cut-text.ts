import type { Preview } from '@polypost/sdk'

type Unit = Preview['unit']

const encoder = new TextEncoder()
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** A link counts the same on X, however long it is (docs.x.com, counting characters). */
const linkWeight = 23
const links = /(https?:\/\/\S+)/
const isEmoji = /\p{Extended_Pictographic}/u

/** The weight of one visible character. Only for the place of the mark: the length itself is the service’s. */
function weightOf(piece: string, unit: Unit): number {
  const bytes = encoder.encode(piece).length
  if (unit === 'graphemes') return 1
  if (unit === 'utf16') return piece.length
  if (unit === 'bytes') return bytes
  if (unit === 'characters') return [...piece].length
  if (unit === 'weighted' && links.test(piece)) return linkWeight
  if (unit === 'emoji_bytes') return isEmoji.test(piece) ? bytes : [...piece].length
  return bytes > 2 ? 2 : 1
}

/** The pieces that are counted: the characters that people see; on X also links. */
function pieces(text: string, unit: Unit): string[] {
  const characters = (part: string) => [...graphemes.segment(part)].map(({ segment }) => segment)
  if (unit !== 'weighted') return characters(text)
  return text.split(links).flatMap((part) => (links.test(part) ? [part] : characters(part)))
}

/** The text up to the platform’s limit, and what is beyond it. Counted from the end, where the surplus is. */
export function cutAtLimit({ text, length, limit, unit }: Preview): readonly [within: string, beyond: string] {
  if (limit === null || length <= limit) return [text, '']
  let surplus = length - limit
  let at = text.length
  for (const piece of pieces(text, unit).toReversed()) {
    if (surplus <= 0) break
    surplus -= weightOf(piece, unit)
    at -= piece.length
  }
  return [text.slice(0, at), text.slice(at)]
}

/** How many characters a line of a preview has, roughly. */
const perLine = 40

/** The first lines of a text, as a platform folds it; null: it is short enough. */
export function foldAt(text: string, lines: number): string | null {
  let left = lines
  let at = 0
  for (const line of text.split('\n')) {
    const needed = Math.max(1, Math.ceil(line.length / perLine))
    if (needed > left) {
      const cut = text.slice(0, at + Math.max(0, left * perLine - 8))
      return cut.replace(/\s+\S*$/, '')
    }
    left -= needed
    at += line.length + 1
  }
  return null
}
