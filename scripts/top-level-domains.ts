import tlds from 'tlds' with { type: 'json' }
import about from 'tlds/package.json' with { type: 'json' }
import { day } from '../src/domain/time.ts'

const maxLine = 118 // characters

/** The package does not say how old its list is, so this is written down here; the registry shows it as the time of the version. */
const listed = { version: '1.261.0', on: '2025-10-24' }

/** A sentence if the list is older than a year; null if it is not. The time alone must not fail anything. */
export function oldListWarning(now: number): string | null {
  if (now - Date.parse(listed.on) <= 366 * day) return null
  return `The list of top-level domains is from ${listed.on}, more than a year ago. Update the package tlds, set its version and date in scripts/top-level-domains.ts, and run “npm run generate”. If there is no newer version, compare the list with https://data.iana.org/TLD/tlds-alpha-by-domain.txt.`
}

/** The module with the list, made from the installed package. */
export function topLevelDomainsModule(mark: string): string {
  if (about.version !== listed.version)
    throw new Error(
      `The package tlds is now ${about.version}. Set its version and date in scripts/top-level-domains.ts.`,
    )
  const written = tlds.filter((domain) => !domain.startsWith('xn--')).sort()
  const isAscii = (domain: string) => /^[a-z]+$/.test(domain)
  const lines = [...linesOf(written.filter(isAscii)), ...linesOf(written.filter((domain) => !isAscii(domain)))]
  return `// ${mark}

/**
 * The top-level domains of IANA's root zone, from the npm package tlds ${about.version} of ${listed.on}. Domains that are not
 * ASCII are in their Unicode form; a domain in its ASCII form is recognized by its beginning, \`xn--\`.
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
