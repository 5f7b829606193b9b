/** The parts of a commentary, as on LinkedIn's page about “little text” (2026-09). */
type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'hashtag'; readonly tag: string }
  | { readonly type: 'mention'; readonly name: string; readonly urn: string }

const reserved = '\\|{}@[]()<>#*_~'

const elements: readonly (readonly [pattern: RegExp, part: (groups: readonly string[]) => Part])[] = [
  [/^\{hashtag\|\\?#\|((?:\\.|[^\\{}])+)\}/, ([, tag = '']) => ({ type: 'hashtag', tag: bare(tag) })],
  [/^#((?:[\p{L}\p{N}]|\\_)+)/u, ([, tag = '']) => ({ type: 'hashtag', tag: bare(tag) })],
  [
    /^@\[((?:\\.|[^\\[\]])+)\]\((urn:li:(?:person|organization):[\w-]+)\)/,
    ([, name = '', urn = '']) => ({ type: 'mention', name: bare(name), urn }),
  ],
]

const bare = (text: string): string => text.replaceAll(/\\(.)/gs, '$1')

/** The text after an unescaped reserved character that belongs to nothing is lost, without an error. */
function partsOf(commentary: string): readonly Part[] {
  const parts: Part[] = []
  let rest = commentary
  while (rest !== '') {
    const [first = '', second = ''] = rest
    const found = elements.flatMap(([pattern, part]) => {
      const match = pattern.exec(rest)
      return match ? [{ part: part(match), length: match[0].length }] : []
    })[0]
    if (found) {
      parts.push(found.part)
      rest = rest.slice(found.length)
    } else if (first === '\\' && second !== '' && reserved.includes(second)) {
      parts.push({ type: 'text', text: second })
      rest = rest.slice(2)
    } else if (reserved.includes(first)) break
    else {
      parts.push({ type: 'text', text: first })
      rest = rest.slice(first.length)
    }
  }
  return parts
}

/** The text as people see it. */
export const shownText = (commentary: string): string =>
  partsOf(commentary)
    .map((part) => (part.type === 'text' ? part.text : part.type === 'hashtag' ? `#${part.tag}` : part.name))
    .join('')

const escaped = (text: string): string => text.replaceAll(/[\\|{}@[\]()<>#*_~]/g, '\\$&')

/** The text as LinkedIn returns it: every hashtag as a template. */
export const givenBack = (commentary: string): string =>
  partsOf(commentary)
    .map((part) => {
      if (part.type === 'text') return escaped(part.text)
      return part.type === 'hashtag' ? `{hashtag|\\#|${escaped(part.tag)}}` : `@[${escaped(part.name)}](${part.urn})`
    })
    .join('')
