import tlds from 'tlds' with { type: 'json' }
import about from 'tlds/package.json' with { type: 'json' }

const maxLine = 118 // characters

/** The module with the list, made from the installed package. */
export function topLevelDomainsModule(mark: string): string {
  const written = tlds.filter((domain) => !domain.startsWith('xn--')).sort()
  const isAscii = (domain: string) => /^[a-z]+$/.test(domain)
  const lines = [...linesOf(written.filter(isAscii)), ...linesOf(written.filter((domain) => !isAscii(domain)))]
  return `// ${mark}

/**
 * The top-level domains of IANA's root zone, from the npm package tlds ${about.version}. Domains that are not ASCII are in
 * their Unicode form; a domain in its ASCII form is recognized by its beginning, \`xn--\`.
 */
export const topLevelDomains: ReadonlySet<string> = new Set(
  \`
${lines.map((line) => `  ${line}`).join('\n')}\`
    .trim()
    .split(/\\s+/),
)

/** The longest of them, in UTF-16 units. */
export const longestTopLevelDomain = Math.max(...[...topLevelDomains].map(({ length }) => length))
`
}

function linesOf(words: readonly string[]): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= maxLine) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
