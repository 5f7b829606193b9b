/**
 * The reserved characters of LinkedIn's “little text” (learn.microsoft.com, little-text-format, 2026-09). In plain text
 * they are escaped: LinkedIn cuts a post off at one that is not, without an error.
 */
const reserved = /[\\|{}@[\]()<>#*_~]/g

/** Parts that keep their meaning: a mention as LinkedIn writes it, a hashtag with a letter at the start of a word. */
const active =
  /@\[(?<name>[^[\]\n]{1,200})\]\((?<urn>urn:li:(?:person|organization):[\w-]{1,60})\)|(?<![\p{L}\p{N}_&/#])#(?<tag>[\p{N}_]*\p{L}[\p{L}\p{N}_]*)/gu

const escaped = (text: string): string => text.replaceAll(reserved, '\\$&')

/** A text as a person wrote it, as the `commentary` of a post. */
export function toLittleText(text: string): string {
  let at = 0
  let little = ''
  for (const { 0: whole, index, groups = {} } of text.matchAll(active)) {
    const { name = '', urn, tag = '' } = groups
    little += escaped(text.slice(at, index))
    little += urn === undefined ? `#${escaped(tag)}` : `@[${escaped(name)}](${urn})`
    at = index + whole.length
  }
  return little + escaped(text.slice(at))
}

/** LinkedIn always returns hashtags as templates. */
const template = /\{hashtag\|\\?#\|((?:\\.|[^{}\\])*)\}/gs

/** The text that a `commentary` shows. */
export const fromLittleText = (little: string): string =>
  little.replaceAll(template, '#$1').replaceAll(/\\([\\|{}@[\]()<>#*_~])/g, '$1')

/** LinkedIn trims texts and may change white space. */
export const saysTheSame = (sent: string, shown: string): boolean => plain(sent) === plain(shown)

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()
