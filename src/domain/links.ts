import { accented, canBeWritten, latinDomains, type Span, topLevelEnd } from './domains.ts'

/**
 * The parts of a text that X treats as links, with or without a protocol: the same as in twitter-text 3.1.0, but with
 * the current top-level domains. The time is linear in the length of any text.
 */
export function linksIn(text: string): Span[] {
  const found: Span[] = []
  let free = 0
  for (const { index, 0: run } of text.matchAll(runs)) {
    if (!run.includes('.')) continue
    for (const label of readLabels(text, { start: index, end: index + run.length }))
      for (let start = Math.max(label.start, free); start < label.end; start += 1) {
        const domain = domainAt(text, label, start, free)
        if (!domain) continue
        const link = readLink(text, domain, free)
        found.push(...link.spans)
        free = link.end
        start = free
      }
  }
  return found
}

/** Maximum length of a link in UTF-16 units. A missing protocol counts too. */
const maxLink = 4_096
const maxShortName = 40

const spaces = '\\x09-\\x0d\\x20\\x85\\xa0\\u1680\\u180e\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const directions = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const invalid = '\\ufffe\\ufeff\\uffff'
/** All characters that a domain may contain, including dots. */
const runs = new RegExp(`[^!'#%&()*+,\\\\/:;<=>?@\\[\\]^{|}~$${spaces}${directions}${invalid}]+`, 'g')
const mayPrecede = new RegExp(`[^A-Za-z0-9@＠$#＃${invalid}]`)
const protocolBefore = /https?:\/\/$/i

const inPath = `a-z0-9${accented}\\u0400-\\u04ff!*';:=+,.$/%#[\\]\\-\\u2013_~@|&`
const endsPath = `[-+a-z0-9=_#/${accented}\\u0400-\\u04ff]`
/** Brackets in a path come in pairs, and one pair may contain another. */
const brackets = `\\((?:[${inPath}]+|[${inPath}]*\\([${inPath}]+\\)[${inPath}]*)\\)`
const path = new RegExp(`/(?:[${inPath}]*(?:${brackets}[${inPath}]*)*${endsPath})?(?:${brackets})*`, 'iy')
const port = /:[0-9]+/y
const query = /\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/]/iy
/** X's own short links end after their name, whatever follows. */
const short = /^https?:\/\/t\.co\/([a-z0-9]+)(?:\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/])?/i

/** A part of a run that ends with a dot. */
interface Label extends Span {
  /** After the last underscore: a domain's own name has no underscore, but its subdomains may. */
  readonly nameStart: number
  /** The end of the top-level domain that follows the dot; 0 if there is none. */
  readonly topLevelEnd: number
  /** The end of the longest domain that continues with the next label; 0 if there is none. */
  readonly longerEnd: number
}

/** The labels of a run in which a domain may start. */
function readLabels(text: string, run: Span): Label[] {
  const labels: Label[] = []
  let longerEnd = 0
  for (let dot = text.lastIndexOf('.', run.end - 1); dot >= run.start; ) {
    const before = dot === 0 ? -1 : text.lastIndexOf('.', dot - 1)
    const start = Math.max(before + 1, run.start)
    const nameStart = Math.max(text.slice(start, dot).lastIndexOf('_') + 1 + start, start)
    const label = { start, end: dot, nameStart, topLevelEnd: topLevelEnd(text, dot + 1, text.length), longerEnd }
    const whole = start < dot && !/[-_]/.test(text.charAt(dot - 1))
    if (whole) labels.push(label)
    longerEnd = whole ? domainEnd(text, label, start) : 0
    dot = before
  }
  return labels.reverse()
}

/** The end of the longest domain that starts at this position of the label; 0 if there is none. */
const domainEnd = (text: string, { nameStart, topLevelEnd, longerEnd }: Label, start: number): number =>
  /[-_]/.test(text.charAt(start)) ? 0 : longerEnd || (start >= nameStart ? topLevelEnd : 0)

function domainAt(text: string, label: Label, start: number, free: number): Span | undefined {
  if (start >= label.end) return undefined
  // If possible, the first character of the text is read as the one before a link, not as a part of it.
  const begins = start === 0 && domainAt(text, label, 1, free) === undefined
  const follows = start > free && mayPrecede.test(text.charAt(start - 1))
  const end = begins || follows ? domainEnd(text, label, start) : 0
  return end > 0 ? { start, end } : undefined
}

/** The whole link that contains a domain, and which parts of it count as links. */
function readLink(text: string, domain: Span, free: number): { end: number; spans: readonly Span[] } {
  const withPort = endOf(port, text, domain.end)
  const withPath = endOf(path, text, withPort)
  const end = endOf(query, text, withPath)
  const start = protocolStart(text, domain.start, free)
  const protocol = start === domain.start ? 'https://'.length : domain.start - start
  const name = text.slice(domain.start, domain.end)
  if (protocol + end - start > maxLink || !canBeWritten(name)) return { end, spans: [] }
  if (start < domain.start) return { end, spans: shortened(text, { start, end }) }
  // After a dot, a hyphen or a slash it is a part of something else.
  if (/[-_./]/.test(text.charAt(start - 1))) return { end, spans: [] }
  const spans = latinDomains(text, domain)
  const last = spans.pop()
  if (!last) return { end, spans }
  // A port and a query belong to the link only together with a path.
  return { end, spans: [...spans, withPath > withPort ? { start: last.start, end } : last] }
}

/** The start of the link whose domain starts at `at`. */
function protocolStart(text: string, at: number, free: number): number {
  const length = protocolBefore.exec(text.slice(Math.max(free, at - 'https://'.length), at))?.[0].length ?? 0
  const start = at - length
  return start === 0 || (start > free && mayPrecede.test(text.charAt(start - 1))) ? start : at
}

function shortened(text: string, { start, end }: Span): Span[] {
  const [all, name] = short.exec(text.slice(start, end)) ?? []
  if (all === undefined || name === undefined) return [{ start, end }]
  return name.length > maxShortName ? [] : [{ start, end: start + all.length }]
}

/** The end of the pattern at `at`; `at` if it does not match. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
