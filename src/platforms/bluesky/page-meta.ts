import { attributesOf, endOfTag, plainText } from '../../domain/web-page.ts'

/** The metadata of a web page. */
export interface PageMeta {
  readonly title: string
  readonly description: string
  /** As it is in the page; it may be relative. */
  readonly image: string | null
}

/** In characters. Bluesky sets no limit, but no card shows more. */
const maxTitle = 300
const maxDescription = 1_000

/** The page is untrusted, so every loop passes over the text only once. */
export function pageMeta(html: string): PageMeta {
  const named = new Map<string, string>()
  for (const { name, content } of metaIn(html)) if (content !== '' && !named.has(name)) named.set(name, content)
  const first = (...names: readonly string[]) => names.flatMap((name) => named.get(name) ?? []).at(0)
  return {
    title: shortened(first('og:title', 'twitter:title', 'title') ?? '', maxTitle),
    description: shortened(first('og:description', 'twitter:description', 'description') ?? '', maxDescription),
    image: first('og:image', 'og:image:secure_url', 'og:image:url', 'twitter:image') ?? null,
  }
}

function shortened(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}

interface Named {
  readonly name: string
  readonly content: string
}

/** Their content is not parsed. */
const rawElements: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'svg'])

/** Every `meta` with a name, and the title. */
function* metaIn(html: string): Generator<Named> {
  // Only ASCII letters: others may change their length, and the offsets would differ.
  const lower = html.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  let at = 0
  const skip = (text: string) => {
    const found = lower.indexOf(text, at)
    at = found < 0 ? html.length : found + text.length
    return found < 0 ? html.length : found
  }
  while (skip('<') < html.length) {
    if (lower.startsWith('!--', at)) {
      skip('-->')
      continue
    }
    const [tag = ''] = /^[a-z]{1,10}(?=[\s/>])/.exec(lower.slice(at, at + 11)) ?? []
    if (tag === 'body') return
    if (tag === 'title') {
      skip('>')
      const start = at
      yield { name: 'title', content: plainText(html.slice(start, skip('</title'))) }
    } else if (tag === 'meta') {
      const start = at
      at = endOfTag(html, start)
      yield metaOf(html.slice(start, at))
    } else if (rawElements.has(tag)) skip(`</${tag}`)
  }
}

function metaOf(tag: string): Named {
  const attributes = attributesOf(tag)
  const name = attributes.get('property') ?? attributes.get('name') ?? ''
  return { name: name.toLowerCase(), content: attributes.get('content') ?? '' }
}
