import { parsePage, plainText } from './parse-page.ts'

/** The metadata of a web page. */
export interface PageMeta {
  readonly title: string
  readonly description: string
  /** As it is in the page; it may be relative. */
  readonly image: string | null
}

/** In characters. No card of a link shows more. */
const maxTitle = 300
const maxDescription = 1_000

export async function pageMeta(html: string): Promise<PageMeta> {
  const named = await namedTexts(html)
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

/** Every `meta` with a name, and the title. Parsing ends where the body begins. */
async function namedTexts(html: string): Promise<ReadonlyMap<string, string>> {
  const named = new Map<string, string>()
  const keep = (name: string, text: string) => {
    const content = plainText(text)
    if (content !== '' && !named.has(name)) named.set(name, content)
  }
  let title: string | null = null
  await parsePage(html, {
    open: (name, { property, name: called = '', content = '' }) => {
      if (name === 'body') return 'stop'
      if (name === 'title') title = ''
      if (name === 'meta') keep((property ?? called).toLowerCase(), content)
      return undefined
    },
    text: (text) => {
      if (title !== null) title += text
    },
    close: (name) => {
      if (name !== 'title' || title === null) return
      keep('title', title)
      title = null
    },
  })
  return named
}
