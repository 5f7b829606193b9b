/** Code points that weigh 1; all others weigh 2 (docs.x.com, counting characters, 2026-08-22). */
const light: readonly (readonly [from: number, to: number])[] = [
  [0x0, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
]
const linkWeight = 23
const emojiWeight = 2

/** The length of a text as X counts it. */
export function weightOf(text: string): number {
  const normal = text.normalize('NFC')
  let weight = 0
  let at = 0
  for (const { start, end } of linksIn(normal)) {
    weight += weightWithoutLinks(normal.slice(at, start)) + linkWeight
    at = end
  }
  return weight + weightWithoutLinks(normal.slice(at))
}

function weightWithoutLinks(text: string): number {
  let weight = 0
  const rest = text.replaceAll(/\p{RGI_Emoji}/gv, () => {
    weight += emojiWeight
    return ''
  })
  for (const character of rest) {
    const code = character.codePointAt(0) ?? 0
    weight += light.some(([from, to]) => code >= from && code <= to) ? 1 : 2
  }
  return weight
}

export interface Link {
  /** In UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly written: string
  /** With the protocol, even if the text does not contain it. */
  readonly expanded: string
}

const host = '(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_\\-]*[\\p{L}\\p{N}])?\\.)+[\\p{L}]{2,}'
const rest = '(?::\\d+)?(?:[/?#][^\\s<>]*)?'
const linkPattern = new RegExp(`(?<![\\p{L}\\p{N}@$#_./\\-])(https?://)?(${host})(${rest})`, 'giu')
const punctuationBehind = /[.,:;!?'"’”)\]}]+$/

/** The URLs in a text; without a protocol, only those that end in a top-level domain. */
export function linksIn(text: string): readonly Link[] {
  const found: Link[] = []
  for (const { index, 0: all, 1: protocol = '', 2: name = '' } of text.matchAll(linkPattern)) {
    if (protocol === '' && !isTopLevel(name)) continue
    const written = all.replace(punctuationBehind, '')
    const expanded = protocol === '' ? `http://${written}` : written
    found.push({ start: index, end: index + written.length, written, expanded })
  }
  return found
}

const generic = new Set(
  'app art biz blog cloud com dev edu gov info int jobs live me media mil mobi name net news online org page photos pro shop site social space store studio tech tv wiki work world xyz'.split(
    ' ',
  ),
)
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** All country codes count as top-level domains; not every generic domain is known here. */
function isTopLevel(name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (generic.has(last) || last === 'uk' || last === 'eu') return true
  return /^[a-z]{2}$/.test(last) && regions.of(last.toUpperCase()) !== undefined
}

const cashtagPattern = /(?<![^\s(])\$([a-z]{1,6}(?:[._][a-z]{1,2})?)(?![\p{L}\p{N}_])/giu
const hashtagPattern = /(?<![\p{L}\p{N}&_])[#＃]([\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*)/gu
const mentionPattern = /(?<![A-Za-z0-9_!#$%&*@])[@＠]([A-Za-z0-9_]{1,15})(?![A-Za-z0-9_@])/gu

/** A type and not an interface, so that it can be stored in documents. */
export type Tag = { readonly start: number; readonly end: number; readonly tag: string }

const tags =
  (pattern: RegExp) =>
  (text: string): readonly Tag[] => {
    const links = linksIn(text)
    return [...text.matchAll(pattern)]
      .map(({ index, 0: all, 1: tag = '' }) => ({ start: index, end: index + all.length, tag }))
      .filter(({ start }) => !links.some((link) => start >= link.start && start < link.end))
  }

export const cashtagsIn = tags(cashtagPattern)
export const hashtagsIn = tags(hashtagPattern)
export const mentionsIn = tags(mentionPattern)

/** In responses, `text` contains these three characters as HTML entities. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
