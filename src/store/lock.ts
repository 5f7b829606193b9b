import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseFault } from './database.ts'

/**
 * Holds the data directory for one process. The lock is the operating system's, taken through SQLite: it goes with the
 * process however that ends, and holds between containers that share the directory, where process IDs mean nothing.
 */
export function lockDirectory(directory: string): { release: () => void } {
  const lock = new DatabaseSync(join(directory, 'polypost.lock'), { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (cause) {
    lock.close()
    throw new DatabaseFault(
      `Another Polypost is running on ${directory}. Stop it first, or set POLYPOST_DATA_DIR to another folder; many processes need DATABASE_URL.`,
      { cause },
    )
  }
  return { release: () => lock.close() }
}
