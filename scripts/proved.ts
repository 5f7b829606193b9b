import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { root } from './test-files.ts'

/** Which commit passed all proofs last. */
const file = join(root, '.runtime', 'proofs.json')
const proved = z.object({ commit: z.string() })

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

export function storeProved(commit: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ commit })}\n`)
}

export const provedCommit = (): string | null =>
  existsSync(file) ? proved.parse(JSON.parse(readFileSync(file, 'utf8'))).commit : null
