import { readFileSync } from 'node:fs'
import { generatedPart } from './generated-part.ts'
import { table } from './table.ts'

/** Pages whose commands have a form for containers. */
const pages = ['backup', 'keys', 'people', 'upgrade'].map((name) => `docs/operate/${name}.md`)

/** Nothing else may use the data meanwhile, or the command belongs to the new version. */
const inNewContainer = ['migrate', 'restore', 'rotate-key']

const inCheckout = /(?:npm run polypost -- |^polypost )([a-z-]+)([^`\n]*)/gm

/** The commands of each page as they are typed where Polypost runs in a container. */
export const containerCommands = (): Record<string, string> =>
  Object.fromEntries(pages.map((page) => [page, generatedPart(page, inContainer(page))]))

function inContainer(page: string): string {
  const [written = ''] = readFileSync(new URL(`../${page}`, import.meta.url), 'utf8').split('## In a container')
  const found = [...written.matchAll(inCheckout)].map(([, name = '', rest = '']) => ({ name, line: `${name}${rest}` }))
  const rows = [...new Map(found.map((one) => [one.line.trim(), one.name]))]
  return table(
    ['command', 'in a container'],
    rows.map(([line, name]) => [`\`polypost ${line}\``, `\`docker compose ${formOf(name)} ${line}\``]),
  )
}

const formOf = (name: string): string =>
  inNewContainer.includes(name) ? 'run --rm polypost' : 'exec polypost polypost'
