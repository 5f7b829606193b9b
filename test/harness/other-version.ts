import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const maxBytes = 200_000_000

/** Another version of Polypost that can be started beside this one. */
export interface OtherVersion {
  /** Its entry point. */
  readonly main: string
  /** False: the history is missing, and this version stands in for it. */
  readonly isOther: boolean
  readonly remove: () => void
}

/**
 * Takes the sources of a commit from the history, with the packages of this version. A checkout without history cannot have
 * them; then this version is compared with itself, and the output of the tests says so.
 */
export function unpackVersion(commit: string): OtherVersion {
  const folder = mkdtempSync(join(tmpdir(), 'polypost version '))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const archive = execFileSync(
      'git',
      // The owner of a checkout in a container is often somebody else.
      ['-c', `safe.directory=${root.replace(/\/$/, '')}`, 'archive', '--format=tar', commit, 'src', 'package.json'],
      { cwd: root, maxBuffer: maxBytes, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    execFileSync('tar', ['--extract', '--no-same-owner', '--file', '-', '--directory', folder], { input: archive })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    return { main: join(folder, 'src/main.ts'), isOther: true, remove }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.trim() : String(cause)
    process.stderr.write(
      `WEAKER TEST: the version ${commit.slice(0, shownDigits)} is not in the history of this checkout, so this version is compared with itself. Fetch the whole history (git fetch --unshallow) for the real test. The reason: ${reason}\n`,
    )
    remove()
    return { main: join(root, 'src/main.ts'), isOther: false, remove: () => {} }
  }
}

const shownDigits = 10
