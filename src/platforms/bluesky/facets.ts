import { z } from 'zod'
import { graphemesOf } from '../../domain/graphemes.ts'
import { topLevelDomains } from '../../domain/top-level-domains.ts'

/** A link, mention or tag in a text. Offsets are UTF-8 bytes, the end not included (lexicons, 2026-08-20). */
export const facet = z.object({
  byteStart: z.number(),
  byteEnd: z.number(),
  feature: z.discriminatedUnion('type', [
    z.object({ type: z.literal('link'), uri: z.string() }),
    z.object({ type: z.literal('mention'), handle: z.string() }),
    z.object({ type: z.literal('tag'), tag: z.string() }),
  ]),
})

export type Facet = z.output<typeof facet>

/** In UTF-16 units. */
interface Span {
  readonly start: number
  readonly end: number
  readonly feature: Facet['feature']
}

/** Links, mentions, hashtags and cashtags, in order and without overlap. */
export function facetsOf(text: string): Facet[] {
  const taken: Span[] = []
  for (const span of [...links(text), ...sites(text), ...mentions(text), ...tags(text), ...cashtags(text)])
    if (taken.every(({ start, end }) => span.end <= start || span.start >= end)) taken.push(span)
  return taken
    .sort((one, other) => one.start - other.start)
    .map(({ start, end, feature }) => ({ byteStart: bytes(text, start), byteEnd: bytes(text, end), feature }))
}

/** Further mentions stay plain text, because each one needs a request. */
const maxMentions = 50

/** The handles that a text mentions. */
export function handlesIn(facets: readonly Facet[]): string[] {
  const named = facets.flatMap(({ feature }) => (feature.type === 'mention' ? [feature.handle] : []))
  return [...new Set(named)].slice(0, maxMentions)
}

const bytes = (text: string, end: number): number => Buffer.byteLength(text.slice(0, end))

// These characters end every link: spaces, invisible separators, quotes, and the punctuation of Chinese and Japanese.
const ending = '\\s\\p{Cc}\\u00ad\\u200b\\u2060<>"“”„«»‹›「」『』（）【】《》、。，！？；：…'
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const written = new RegExp(`https?://[^${ending}]+`, 'giu')
const site = new RegExp(String.raw`((?:${label}\.)+[a-z]{2,63})((?::\d{1,5})?(?:[/?#][^${ending}]*)?)`, 'giu')
const mention = new RegExp(String.raw`@((?:${label}\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)`, 'giu')
const tag = new RegExp(
  String.raw`[#\uff03](?!\ufe0f)([#\uff03]?[^#\uff03\u200a\u200c\u200d,;!?()[\]{}${ending}]+)`,
  'gu',
)

// Scripts without spaces between words: a link may follow a letter directly.
const unspaced = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
const afterUnspaced = new RegExp(`[${unspaced}]$`, 'u')
const unspacedAfterHost = new RegExp(
  String.raw`^(https?://(?:${label}\.)+[a-z]{2,63}(?::\d{1,5})?)[${unspaced}].*$`,
  'iu',
)

/** Whether a facet can begin here: not inside a word, an address or an e-mail address. */
function isStart(text: string, index: number, glue: RegExp): boolean {
  const before = text.slice(Math.max(0, index - 2), index)
  return !glue.test(before) && (!/[\p{L}\p{M}\p{N}_]$/u.test(before) || afterUnspaced.test(before))
}

function* links(text: string): Generator<Span> {
  for (const { 0: found, index } of text.matchAll(written)) {
    const uri = trimmed(found.replace(unspacedAfterHost, '$1'))
    if (isStart(text, index, /@$/) && URL.parse(uri)?.hostname.includes('.'))
      yield { start: index, end: index + uri.length, feature: { type: 'link', uri } }
  }
}

function* sites(text: string): Generator<Span> {
  for (const { 0: found, 1: host = '', 2: more = '', index } of text.matchAll(site)) {
    const isWhole = more !== '' || !/^[\w@-]/.test(text.slice(index + found.length))
    const address = trimmed(found)
    const uri = `https://${address}`
    const isMeant = isWhole && isSite(host, address.length > host.length) && URL.canParse(uri)
    if (isMeant && isStart(text, index, /[.@/:+-]$/))
      yield { start: index, end: index + address.length, feature: { type: 'link', uri } }
  }
}

/** Top-level domains that are more often a file extension than the end of a site name. */
const fileEndings: ReadonlySet<string> = new Set(['cc', 'md', 'mov', 'pl', 'ps', 'py', 'rs', 'sh', 'so', 'zip'])

/** Whether a name without a scheme is likely to be a site. */
function isSite(host: string, hasPath: boolean): boolean {
  const end = host.slice(host.lastIndexOf('.') + 1)
  const top = end.toLowerCase()
  // "It was late.It rained" contains no site; "EXAMPLE.COM" is one.
  if (end !== top && host !== host.toUpperCase()) return false
  return topLevelDomains.has(top) && (hasPath || !fileEndings.has(top) || /^www\./i.test(host))
}

const maxHandle = 253

function* mentions(text: string): Generator<Span> {
  for (const { 0: found, 1: handle = '', index } of text.matchAll(mention)) {
    const end = index + found.length
    // A second @ means an account of another network: @name@server.
    if (handle.length <= maxHandle && isStart(text, index, /[.@/+-]$/) && !/^[\w@]/.test(text.slice(end)))
      yield { start: index, end, feature: { type: 'mention', handle: handle.toLowerCase() } }
  }
}

// Lexicons, 2026-08-20.
const maxTagGraphemes = 64
const maxTagBytes = 640

function* tags(text: string): Generator<Span> {
  for (const { 1: body = '', index } of text.matchAll(tag)) {
    const name = body.replace(/\p{P}+$/u, '')
    const isTag = /[^\p{P}\p{N}\p{M}]/u.test(name) && Buffer.byteLength(name) <= maxTagBytes
    if (isTag && isStart(text, index, /[&/]$/) && [...graphemesOf(name)].length <= maxTagGraphemes)
      yield { start: index, end: index + 1 + name.length, feature: { type: 'tag', tag: name } }
  }
}

// As Bluesky's own detector does it: a tag whose name keeps the sign, in capitals (@atproto/api 0.21.0, 2026-11-22).
const cashtag = /(?<=^|\s|\()\$([A-Za-z][A-Za-z0-9]{0,4})(?=\s|$|[.,;:!?)"'’])/gu

function* cashtags(text: string): Generator<Span> {
  for (const { 0: found, index } of text.matchAll(cashtag))
    yield { start: index, end: index + found.length, feature: { type: 'tag', tag: found.toUpperCase() } }
}

const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Removes the punctuation of the sentence from the end. A closing bracket stays if the address contains its opening one. */
function trimmed(address: string): string {
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1)
    const opening = closing[last]
    if (opening === undefined ? !/[.,;:!?'’*]/.test(last) : isBalanced(address.slice(0, end), opening, last)) break
  }
  return address.slice(0, end)
}

const isBalanced = (text: string, opening: string, close: string): boolean =>
  text.split(opening).length >= text.split(close).length
