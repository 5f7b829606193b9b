import { attributesOf, endOfTag, plainText } from '../domain/web-page.ts'

export interface Link {
  readonly href: string
  readonly text: string
}

/** What a page shows to those who visit it. */
export interface PageRead {
  readonly text: string
  /** All of them, those of its navigation, too. */
  readonly links: readonly Link[]
}

type Token =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open' | 'close'; readonly name: string; readonly attributes: string }

/** What is within them is no part of the page, whatever it looks like. */
const rawElements: readonly string[] = ['script', 'style', 'template', 'noscript', 'svg', 'iframe', 'textarea', 'math']
/** What helps to use the page, and says nothing of whose it is. */
const aids: readonly string[] = ['nav', 'button', 'select', 'dialog', 'object', 'canvas', 'audio', 'video']
const aidRoles: readonly string[] = ['navigation', 'dialog', 'alertdialog', 'search', 'menu', 'menubar']
/** They have no end, so that nothing is within them. */
const empty: readonly string[] = 'area base br col embed hr img input link meta param source track wbr'.split(' ')
/** They stand within a line; everything else begins a new one. */
const inline: readonly string[] =
  'a abbr b bdi bdo cite code data dfn em font i kbd label mark q s samp small span strong sub sup td th time u var'.split(
    ' ',
  )

const maxLinks = 500
const maxLinkText = 100 // characters

/** Of strangers' pages, whatever they hold: every loop goes over the text once. */
export function readPage(html: string): PageRead {
  const pieces: string[] = []
  const links: Link[] = []
  let link: Link | null = null
  let left: Left | null = null
  for (const token of tokensOf(html)) {
    if (token.type === 'text') {
      if (left === null) pieces.push(token.text.replace(/\s+/g, ' '))
      if (link) link = { href: link.href, text: (link.text + token.text).slice(0, maxLinkText) }
      continue
    }
    const { type, name } = token
    if (name === 'a') {
      if (link && links.length < maxLinks) links.push({ href: link.href, text: plainText(link.text) })
      const href = type === 'open' ? attributesOf(token.attributes).get('href') : undefined
      link = href === undefined ? null : { href, text: '' }
    }
    if (left !== null) left = afterTag(left, type, name)
    if (left === null && type === 'open' && isLeftOut(name, token.attributes)) left = { name, depth: 1 }
    if (left === null) pieces.push(name === 'meta' ? describedBy(token.attributes) : inline.includes(name) ? ' ' : '\n')
  }
  return { text: linesOf(pieces.join('')), links }
}

/** An element that is left out, and how many of its name are open within it, itself included. */
interface Left {
  readonly name: string
  readonly depth: number
}

function afterTag(left: Left, type: 'open' | 'close', name: string): Left | null {
  // A paragraph ends where something begins that can't stand in one, whether that is said or not.
  if (left.name === 'p' && type === 'open' && !inline.includes(name) && !empty.includes(name)) return null
  if (name !== left.name) return left
  const depth = left.depth + (type === 'open' ? 1 : -1)
  return depth === 0 ? null : { name, depth }
}

const unseen =
  /(display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|(opacity|font-size)\s{0,9}:\s{0,9}0(?![.\d]))/i

function isLeftOut(name: string, tag: string): boolean {
  if (aids.includes(name)) return true
  if (empty.includes(name)) return false
  const attributes = attributesOf(tag)
  return (
    attributes.has('hidden') ||
    attributes.get('aria-hidden')?.toLowerCase() === 'true' ||
    aidRoles.includes(attributes.get('role')?.toLowerCase() ?? '') ||
    unseen.test(attributes.get('style') ?? '')
  )
}

/** Pages that are drawn by scripts often say nothing else. */
function describedBy(tag: string): string {
  const attributes = attributesOf(tag)
  const name = (attributes.get('name') ?? attributes.get('property') ?? '').toLowerCase()
  return /^(og:)?(description|site_name)$/.test(name) ? `\n${attributes.get('content') ?? ''}\n` : ''
}

/** Neighbours that say the same, as a title and its copies do, are one. */
const linesOf = (text: string): string =>
  text
    .split('\n')
    .map(plainText)
    .filter((line, at, all) => line !== '' && line !== all[at - 1])
    .join('\n')

function* tokensOf(html: string): Generator<Token> {
  // Of ASCII alone: other letters may get longer by it, and the places would no longer be the same.
  const lower = html.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  let at = 0
  const skip = (text: string) => {
    const found = lower.indexOf(text, at)
    at = found < 0 ? html.length : found + text.length
  }
  while (at < html.length) {
    const start = at
    skip('<')
    const found = html[at - 1] === '<' ? at - 1 : at
    if (found > start) yield { type: 'text', text: html.slice(start, found) }
    if (found === at) return
    const [tag, slash, name] = /^(\/?)([a-z][a-z0-9-]{0,30})/.exec(lower.slice(at, at + 32)) ?? []
    if (tag !== undefined && name !== undefined) {
      const end = endOfTag(html, at)
      yield { type: slash ? 'close' : 'open', name, attributes: html.slice(at + tag.length, end) }
      at = end + 1
      if (!slash && rawElements.includes(name)) {
        skip(`</${name}`)
        skip('>')
      }
    } else if (lower.startsWith('!--', at)) skip('-->')
    else if (/^[!?/]/.test(lower.slice(at, at + 1))) skip('>')
    else yield { type: 'text', text: '<' }
  }
}
