import { existsSync } from 'node:fs'
import { chmod, copyFile, link, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { DatabaseFault, reasonOf } from './database.ts'

/** All pages in one step: a write between two steps would start the copy again, so that it might never end. */
const allPages = 2 ** 31 - 1

/**
 * Copies an embedded database while it is in use. The copy gets its name when it is complete. It is held: a service that
 * gets it publishes nothing until a person releases it, since the copy does not know what was published after it.
 */
export async function copyDatabase(source: string, target: string, now: number): Promise<void> {
  const partial = `${target}.partial`
  const database = new DatabaseSync(source, { readOnly: true })
  try {
    await writeFile(partial, '', { mode: 0o600 })
    await backup(database, partial, { rate: allPages })
    markAsCopy(partial, now)
    await rename(partial, target)
  } catch (cause) {
    await rm(partial, { force: true })
    throw new DatabaseFault(`The copy could not be written to ${target}: ${reasonOf(cause)}.`, { cause })
  } finally {
    database.close()
  }
}

/**
 * Puts a copy in the place of an embedded database that nobody uses. What was there keeps its content under another name,
 * which is returned; null if there was nothing. If the process ends half-way, the same call can be made again.
 */
export async function replaceDatabase(copy: string, target: string, keptAs: string): Promise<string | null> {
  const partial = `${target}.restored`
  try {
    checkCopy(copy)
    await copyFile(copy, partial)
    await chmod(partial, 0o600)
    await sync(partial)
    const isThere = existsSync(target)
    if (isThere) await link(target, keptAs)
    // The log of the earlier database must not be played into the copy.
    for (const part of ['-wal', '-shm']) if (existsSync(target + part)) await rename(target + part, keptAs + part)
    await rename(partial, target)
    await sync(dirname(target))
    return isThere ? keptAs : null
  } catch (cause) {
    await rm(partial, { force: true })
    if (cause instanceof DatabaseFault) throw cause
    throw new DatabaseFault(`The copy could not be put in place: ${reasonOf(cause)}.`, { cause })
  }
}

function checkCopy(file: string): void {
  try {
    const copy = new DatabaseSync(file, { readOnly: true })
    try {
      copy.prepare('select created_at from instance').get()
      const { quick_check: state } = copy.prepare('pragma quick_check(1)').get() ?? {}
      if (state !== 'ok') throw new Error(String(state))
    } finally {
      copy.close()
    }
  } catch (cause) {
    throw new DatabaseFault(
      `${file} is not a complete copy of a Polypost database: ${reasonOf(cause)}. Nothing was changed.`,
      { cause },
    )
  }
}

async function sync(path: string): Promise<void> {
  const opened = await open(path)
  await opened.sync().finally(() => opened.close())
}

/** Leaves a database of an older version, which has no such column, as it is: it is held when it is put back. */
function markAsCopy(file: string, since: number): void {
  const copy = new DatabaseSync(file)
  try {
    const isKnown = copy.prepare(`select 1 from pragma_table_info('instance') where name = 'held_at'`).get()
    if (isKnown) copy.prepare('update instance set held_at = ?, held_since = ?, held_until = null').run(since, since)
  } finally {
    copy.close()
  }
}
