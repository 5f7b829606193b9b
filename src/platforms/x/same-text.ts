import type { ListedPost } from './wire.ts'

/**
 * Whether a listed post says what was sent. X gives it back changed: links are `t.co` addresses, three characters are
 * HTML entities, spaces at the ends are gone, and a reply may begin with names that the person did not write.
 */
export function saysTheSame(sent: string, { text, links, replyTo }: Pick<ListedPost, 'text' | 'links' | 'replyTo'>) {
  const wanted = plain(sent)
  const shown = replyTo === null ? [text] : [text, text.replace(/^(@\w+\s+)+/, '')]
  return shown.some((one) => matches(wanted, one, links))
}

export type Links = ListedPost['links']

const shortLinks = /(https:\/\/t\.co\/\w+)/

/** The text that a person wrote, as X returns it: with the links behind `t.co`, and without HTML. */
export const writtenText = (shown: string, links: Links): string =>
  shown
    .split(shortLinks)
    .map((part) => links.find(({ short }) => short === part)?.whole ?? decoded(part))
    .join('')
    .trim()

/** Compares both texts; where the listed text has a short link, the other must have the link behind it. */
function matches(wanted: string, shown: string, links: Links): boolean {
  let at = 0
  for (const part of plain(shown).split(shortLinks)) {
    const whole = links.find(({ short }) => short === part)?.whole
    const length = whole === undefined ? literalLength(wanted, at, decoded(part)) : linkLength(wanted, at, whole)
    if (length === undefined) return false
    at += length
  }
  return at === wanted.length
}

const literalLength = (wanted: string, at: number, part: string): number | undefined =>
  wanted.startsWith(part, at) ? part.length : undefined

/** A person may have left out `https://` and the last slash, and X may have added or changed them. */
function linkLength(wanted: string, at: number, whole: string): number | undefined {
  const scheme = /^https?:\/\//i.exec(wanted.slice(at, at + 'https://'.length))?.[0] ?? ''
  const core = whole.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  const start = at + scheme.length
  const end = start + core.length
  if (wanted.slice(start, end).toLowerCase() !== core.toLowerCase()) return undefined
  return end - at + (wanted[end] === '/' ? 1 : 0)
}

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

const decoded = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
