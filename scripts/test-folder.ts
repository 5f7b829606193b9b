import {
  accessSync,
  chmodSync,
  constants,
  globSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { day } from '../src/domain/time.ts'

const name = 'polypost-run-'
const gibibyte = 2 ** 30
/** A whole run needs less than a quarter of this. */
const leastFree = 4 * gibibyte
/** The tests need memory too. */
const leastMemory = 8 * gibibyte

/**
 * For all temporary files of a run. In memory if that is large: the tests write many databases, and all of them are removed at
 * the end. The user that runs PostgreSQL needs access to it.
 */
export function makeTestFolder(): string {
  const folder = makeInMemory() ?? mkdtempSync(join(tmpdir(), name))
  chmodSync(folder, 0o755)
  return folder
}

function makeInMemory(): string | null {
  const memory = '/dev/shm'
  try {
    removeOld(memory)
    const { bavail, bsize } = statfsSync(memory)
    if (process.env.TMPDIR || bavail * bsize < leastFree || process.availableMemory() < leastMemory) return null
    const folder = mkdtempSync(join(memory, name))
    if (canExecuteIn(folder)) return folder
    rmSync(folder, { recursive: true })
  } catch {
    // Only Linux has it.
  }
  return null
}

/** A run that was killed leaves its folder. No run takes a day. */
function removeOld(memory: string): void {
  for (const folder of globSync(join(memory, `${name}*`))) {
    const { uid, mtimeMs } = statSync(folder)
    if (uid === process.getuid?.() && Date.now() - mtimeMs > day) rmSync(folder, { recursive: true, force: true })
  }
}

/** Many containers do not allow it there, and the tests start programs from this folder. */
function canExecuteIn(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '', { mode: 0o755 })
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  } finally {
    rmSync(program)
  }
}
