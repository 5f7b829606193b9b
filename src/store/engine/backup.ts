import { rename, rm, writeFile } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { DatabaseFault, reasonOf } from './database.ts'

/** All pages in one step: a write between two steps would start the copy again, so that it might never end. */
const allPages = 2 ** 31 - 1

/** Copies an embedded database while it is in use. The copy gets its name when it is complete. */
export async function copyDatabase(source: string, target: string): Promise<void> {
  const partial = `${target}.partial`
  const database = new DatabaseSync(source, { readOnly: true })
  try {
    await writeFile(partial, '', { mode: 0o600 })
    await backup(database, partial, { rate: allPages })
    await rename(partial, target)
  } catch (cause) {
    await rm(partial, { force: true })
    throw new DatabaseFault(`The copy could not be written to ${target}: ${reasonOf(cause)}.`, { cause })
  } finally {
    database.close()
  }
}
