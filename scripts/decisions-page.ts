import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { table } from './table.ts'

const folder = fileURLToPath(new URL('../docs/decisions/', import.meta.url))

/** `docs/decisions/README.md`: all decisions by the part of the code that they govern. */
export const decisionsPage = (generated: string): string => `# Decisions

${generated}

Why Polypost is as it is. Each page says how it is, why, what was tried instead, and what would change our mind.

${table(['it governs', 'decision'], decisions())}
`

/** The second line of a page: its status, and what it governs. */
export const statusLine = /^\*\*Status: in force\.\*\* Governs ((?:`[^`]+`(?:, )?)+)\.$/m

const decisions = (): string[][] =>
  globSync('*.md', { cwd: folder, exclude: ['README.md'] })
    .map((name) => {
      const text = readFileSync(`${folder}${name}`, 'utf8')
      const [, title = ''] = /^# (.+)$/m.exec(text) ?? []
      const [, governed = ''] = statusLine.exec(text) ?? []
      return [governed, `[${title}](${name})`]
    })
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
