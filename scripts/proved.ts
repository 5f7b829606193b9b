import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { root } from './test-files.ts'

/** The runs that a release needs. */
export type ProvingRun = 'test' | 'proofs'

/** Which commit passed each of them last, with every case on both databases. */
const file = join(root, '.runtime', 'proved.json')
const proved = z.partialRecord(z.enum(['test', 'proofs']), z.string())

export const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The commit of the checkout that a run of tests is about; null if a file differs from it. */
export function testedCommit(): string | null {
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : null
  } catch {
    return null
  }
}

export function storeProved(run: ProvingRun, commit: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...readProved(), [run]: commit })}\n`)
}

export const isProved = (run: ProvingRun, commit: string): boolean => readProved()[run] === commit

const readProved = (): z.infer<typeof proved> =>
  existsSync(file) ? proved.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
