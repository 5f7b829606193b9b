import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './away.ts'
import { DatabaseFault } from './database.ts'
import { checkWritable } from './embedded.ts'

/**
 * Locks the data directory for one process. It is a lock of the operating system, taken through SQLite: it ends with the
 * process, however that ends, and it works between containers that share the directory, where process IDs mean nothing.
 */
export const lockDirectory = (directory: string): { release: () => void } =>
  lock(
    join(directory, 'polypost.lock'),
    `Another Polypost is running on ${directory}. Stop it first, or set POLYPOST_DATA_DIR to another folder; many processes need DATABASE_URL.`,
  )

/** Only one process makes a backup of a data directory at a time. */
export const lockBackups = (directory: string): { release: () => void } =>
  lock(join(directory, 'backup.lock'), `Another backup of ${directory} is being made. Wait until it is done.`)

function lock(file: string, whenTaken: string): { release: () => void } {
  try {
    return takeLock(file)
  } catch (cause) {
    const sentence = isBusy(cause)
      ? whenTaken
      : `The lock ${file} can’t be taken: ${cause instanceof Error ? cause.message : cause}. Check that this user may write it.`
    throw new DatabaseFault(sentence, { cause })
  }
}

function takeLock(file: string) {
  checkWritable(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return { release: () => lock.close() }
  } catch (error) {
    lock.close()
    throw error
  }
}
