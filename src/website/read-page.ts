import { type Attributes, parsePage, plainText } from '../html/parse-page.ts'

export interface Link {
  readonly href: string
  readonly text: string
}

/** The content that a page shows to its visitors. */
export interface PageRead {
  readonly text: string
  /** All links, also those of the navigation. */
  readonly links: readonly Link[]
}

/** These help to use the page, and contain nothing about its owner. */
const aids: readonly string[] = ['nav', 'button', 'select', 'dialog', 'object', 'canvas', 'audio', 'video']
const aidRoles: readonly string[] = ['navigation', 'dialog', 'alertdialog', 'search', 'menu', 'menubar']
/** These stand within a line; every other element begins a new line. */
const inline: readonly string[] =
  'a abbr b bdi bdo cite code data dfn em font i kbd label mark q s samp small span strong sub sup td th time u var'.split(
    ' ',
  )

const maxLinks = 500
const maxLinkText = 100 // characters

export async function readPage(html: string): Promise<PageRead> {
  const pieces: string[] = []
  const links: Link[] = []
  let link: Link | null = null
  /** How many open elements are left out: the outermost one and those inside it. */
  let leftOut = 0
  const endLink = () => {
    if (link && links.length < maxLinks) links.push({ href: link.href, text: plainText(link.text) })
    link = null
  }
  await parsePage(html, {
    open: (name, attributes) => {
      if (name === 'a') {
        endLink()
        link = attributes.href === undefined ? null : { href: attributes.href, text: '' }
      }
      if (leftOut > 0 || isLeftOut(name, attributes)) leftOut += 1
      else pieces.push(name === 'meta' ? descriptionIn(attributes) : gapAt(name))
      return undefined
    },
    text: (text) => {
      if (leftOut === 0) pieces.push(text.replace(/\s+/g, ' '))
      if (link) link = { href: link.href, text: (link.text + text).slice(0, maxLinkText) }
    },
    close: (name) => {
      if (name === 'a') endLink()
      if (leftOut > 0) leftOut -= 1
      else pieces.push(gapAt(name))
    },
  })
  return { text: linesOf(pieces.join('')), links }
}

const gapAt = (name: string): string => (inline.includes(name) ? ' ' : '\n')

const unseen =
  /(display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|(opacity|font-size)\s{0,9}:\s{0,9}0(?![.\d]))/i

const isLeftOut = (name: string, attributes: Attributes): boolean =>
  aids.includes(name) ||
  attributes.hidden !== undefined ||
  attributes['aria-hidden']?.toLowerCase() === 'true' ||
  aidRoles.includes(attributes.role?.toLowerCase() ?? '') ||
  unseen.test(attributes.style ?? '')

/** Pages that scripts draw often contain no other text. */
function descriptionIn({ name, property = '', content = '' }: Attributes): string {
  return /^(og:)?(description|site_name)$/i.test(name ?? property) ? `\n${plainText(content)}\n` : ''
}

/** Equal neighbours, such as a title and its copies, become one line. */
const linesOf = (text: string): string =>
  text
    .split('\n')
    .map(plainText)
    .filter((line, at, all) => line !== '' && line !== all[at - 1])
    .join('\n')
