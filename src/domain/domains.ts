import { punycodeLength } from './punycode-length.ts'
import { longestTopLevelDomain, topLevelDomains } from './top-level-domains.ts'

/** Maximum length of a domain label, in ASCII (RFC 1035). */
const maxLabel = 63

/** A part of a text; the end is not included. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Accented letters that X accepts in addresses without a protocol, and in paths. */
export const accented =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289\\u028b\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff'

const latin = new RegExp(`[-a-z0-9${accented}]`, 'i')
const coded = /xn--[-0-9a-z]+/iy

/** The end of the top-level domain that starts at `at`; 0 if there is none. The next character must not continue it. */
export function topLevelEnd(text: string, at: number, end: number): number {
  for (let length = Math.min(longestTopLevelDomain, end - at); length > 0; length -= 1) {
    const known = topLevelDomains.has(text.slice(at, at + length).toLowerCase())
    if (known && (at + length === end || !/[0-9a-zA-Z@+-]/.test(text.charAt(at + length)))) return at + length
  }
  coded.lastIndex = at
  return coded.test(text) ? Math.min(coded.lastIndex, end) : 0
}

/** Whether every label can be written in ASCII within the limits of a domain. */
export const canBeWritten = (domain: string): boolean =>
  !(domain.startsWith('xn--') && latinDomains(domain, { start: 0, end: domain.length }).length === 0) &&
  domain.split('.').every((label) => {
    // East Asian full stops separate labels too.
    const lengths = label.split(/[\u3002\uff0e\uff61]/).map((part) => punycodeLength(part, maxLabel))
    const length = lengths.reduce((sum, one) => sum + one + 1, -1)
    return length > 0 && length <= maxLabel
  })

/** The parts of a domain that are domains in Latin letters. Without a protocol, only these are links. */
export function latinDomains(text: string, { start, end }: Span): Span[] {
  const found: Span[] = []
  let at = start
  while (at < end) {
    const chain = nextChain(text, { start: at, end })
    if (!chain) break
    const last = chain.dots.map((dot) => topLevelEnd(text, dot + 1, end)).findLast((one) => one > 0)
    if (last !== undefined) found.push({ start: chain.start, end: last })
    at = last ?? chain.end
  }
  return found
}

/** The next sequence of labels in Latin letters, with the positions of its dots. */
function nextChain(text: string, { start, end }: Span): (Span & { readonly dots: readonly number[] }) | undefined {
  const isLatin = (at: number) => latin.test(text.charAt(at))
  for (let dot = text.indexOf('.', start); dot >= 0 && dot < end; dot = text.indexOf('.', dot + 1)) {
    let first = dot
    while (first > start && isLatin(first - 1)) first -= 1
    if (first === dot) continue
    const dots = [dot]
    let at = dot + 1
    while (at < end && isLatin(at)) {
      at += 1
      if (at < end && text.charAt(at) === '.') {
        dots.push(at)
        at += 1
      }
    }
    return { start: first, end: at, dots }
  }
  return undefined
}
