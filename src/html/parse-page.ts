/** By their names in lower case; an empty text if one has no value. */
export type Attributes = Readonly<Record<string, string>>

export interface PageVisitor {
  /** Returns `stop` to end the parsing. */
  readonly open: (name: string, attributes: Attributes) => 'stop' | undefined
  readonly text: (text: string) => void
  readonly close: (name: string) => void
}

/** Nothing inside these is text of the page. */
const skipped = new Set(['script', 'style', 'template', 'noscript', 'svg', 'iframe', 'textarea', 'math'])

/** In elements. No real page is deeper; the parser's time for a tag grows with the depth. */
const maxDepth = 1_000

/**
 * Visits the elements and texts of a stranger's page in their order, down to `maxDepth`. Character references are decoded.
 * The parser is loaded for the first page.
 */
export async function parsePage(html: string, { open, text, close }: PageVisitor): Promise<void> {
  const { Parser } = await import('htmlparser2')
  let depth = 0
  let skippedAt: number | null = null
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1
      if (depth > maxDepth) parser.pause()
      else if (skippedAt === null && skipped.has(name)) skippedAt = depth
      else if (skippedAt === null && open(name, attributes) === 'stop') parser.pause()
    },
    ontext: (piece) => {
      if (skippedAt === null) text(piece)
    },
    onclosetag: (name) => {
      if (skippedAt === null) close(name)
      else if (skippedAt === depth) skippedAt = null
      depth -= 1
    },
  })
  parser.end(html)
}

/** White space and control characters become one space. */
export const plainText = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
