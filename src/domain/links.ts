import { accented, canBeWritten, latinDomains, type Span, topLevelEnd } from './domains.ts'

/**
 * Which parts of a text X takes for links, with a protocol or without: as twitter-text 3.1.0 finds them, but with the
 * top-level domains of today. Every step is linear in the text, however it is made.
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

/** Longest link, in UTF-16 units, a protocol counted even where none is written. */
const maxLink = 4_096
const maxShortName = 40

const spaces = '\\x09-\\x0d\\x20\\x85\\xa0\\u1680\\u180e\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const directions = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const invalid = '\\ufffe\\ufeff\\uffff'
/** Everything that a domain may be made of, its dots too. */
const runs = new RegExp(`[^!'#%&()*+,\\\\/:;<=>?@\\[\\]^{|}~$${spaces}${directions}${invalid}]+`, 'g')
const mayPrecede = new RegExp(`[^A-Za-z0-9@＠$#＃${invalid}]`)
const protocolBefore = /https?:\/\/$/i

const inPath = `a-z0-9${accented}\\u0400-\\u04ff!*';:=+,.$/%#[\\]\\-\\u2013_~@|&`
const endsPath = `[-+a-z0-9=_#/${accented}\\u0400-\\u04ff]`
/** In a path brackets come in pairs, which may hold one more pair. */
const brackets = `\\((?:[${inPath}]+|[${inPath}]*\\([${inPath}]+\\)[${inPath}]*)\\)`
const path = new RegExp(`/(?:[${inPath}]*(?:${brackets}[${inPath}]*)*${endsPath})?(?:${brackets})*`, 'iy')
const port = /:[0-9]+/y
const query = /\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/]/iy
/** X's own short links end with their name, whatever is written behind it. */
const short = /^https?:\/\/t\.co\/([a-z0-9]+)(?:\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/])?/i

/** A part of a run that a dot ends. */
interface Label extends Span {
  /** Behind its last underscore: a domain's name has none, the names of its parts may. */
  readonly nameStart: number
  /** Where the top-level domain ends that stands behind its dot; 0 where there is none. */
  readonly topLevelEnd: number
  /** Where the longest domain ends that goes on with the next label; 0 where there is none. */
  readonly longerEnd: number
}

/** Those of a run that a domain may begin in. */
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

/** Where the longest domain ends that begins at this place of the label; 0 where none does. */
const domainEnd = (text: string, { nameStart, topLevelEnd, longerEnd }: Label, start: number): number =>
  /[-_]/.test(text.charAt(start)) ? 0 : longerEnd || (start >= nameStart ? topLevelEnd : 0)

function domainAt(text: string, label: Label, start: number, free: number): Span | undefined {
  if (start >= label.end) return undefined
  // The very first character rather stands before a link than in it, where it can.
  const begins = start === 0 && domainAt(text, label, 1, free) === undefined
  const follows = start > free && mayPrecede.test(text.charAt(start - 1))
  const end = begins || follows ? domainEnd(text, label, start) : 0
  return end > 0 ? { start, end } : undefined
}

/** The whole link around a domain, and which parts of it count as links. */
function readLink(text: string, domain: Span, free: number): { end: number; spans: readonly Span[] } {
  const withPort = endOf(port, text, domain.end)
  const withPath = endOf(path, text, withPort)
  const end = endOf(query, text, withPath)
  const start = protocolStart(text, domain.start, free)
  const protocol = start === domain.start ? 'https://'.length : domain.start - start
  const name = text.slice(domain.start, domain.end)
  if (protocol + end - start > maxLink || !canBeWritten(name)) return { end, spans: [] }
  if (start < domain.start) return { end, spans: shortened(text, { start, end }) }
  // What stands behind a dot or a stroke is a part of something else.
  if (/[-_./]/.test(text.charAt(start - 1))) return { end, spans: [] }
  const spans = latinDomains(text, domain)
  const last = spans.pop()
  if (!last) return { end, spans }
  // A port and a query belong to it only beside a path.
  return { end, spans: [...spans, withPath > withPort ? { start: last.start, end } : last] }
}

/** Where the link begins whose domain begins at `at`. */
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

/** Where the pattern ends that may stand at `at`. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
