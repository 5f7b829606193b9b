import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { table } from './table.ts'

const folder = fileURLToPath(new URL('../docs/decisions/', import.meta.url))

/** `docs/decisions/README.md`: all decisions, the newest first. */
export const decisionsPage = (generated: string): string => `# Decisions

${generated}

Why Polypost is as it is: each page says what was decided and what else was possible.

${table(['date', 'decision'], decisions())}
`

const decisions = (): string[][] =>
  globSync('2*.md', { cwd: folder })
    .sort((a, b) => (a.slice(0, 10) === b.slice(0, 10) ? (a < b ? -1 : 1) : a < b ? 1 : -1))
    .map((name) => {
      const [, title = ''] = /^# (.+)$/m.exec(readFileSync(`${folder}${name}`, 'utf8')) ?? []
      return [name.slice(0, 10), `[${title}](${name})`]
    })
