import { DatabaseBusy } from './database-busy.ts'

/** SQLSTATEs of a conflict with another transaction. Nothing was done, and the same work can run again. */
const conflicts: ReadonlySet<unknown> = new Set(['40001', '40P01'])

/**
 * SQLSTATEs of a server that can't do now what it can do later: 08 connection, 25006 a standby that writes nothing, 25P03 an
 * idle transaction, 28 login, 3D000 no such database, 53 too few resources or a full disk, 55P03 a lock, 57 a cancelled
 * statement or a server that stops or starts, 58 a fault of its disk.
 */
const ofServer = /^(08...|25006|25P03|28...|3D000|53...|55P03|57...|58...)$/

/** Those of one statement that takes too long, also because of a lock. Others can run meanwhile. */
const ofStatement: ReadonlySet<unknown> = new Set(['55P03', '57014'])

/** The same as SQLite's result codes: 5 locked, 7 no memory, 8 read-only, 10 a fault of the disk, 13 full, 14 can't be opened. */
const ofFile: ReadonlySet<number> = new Set([5, 7, 8, 10, 13, 14])
const busy = 5

/** The driver's own errors have no SQLSTATE, but a network code or a message. */
const network = /^E(CONN[A-Z]+|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|(HOST|NET)(UNREACH|DOWN))$/
const driver =
  /^(timeout exceeded when|timeout expired|Query read timeout|Connection terminated|Client (has encountered|was closed)|Postgres connection has been discarded)/

/** SQLite's result code without its details. */
const resultCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : null

const codeOf = (error: Error): string | null => ('code' in error ? String(error.code) : null)

/**
 * Whether the database can't be used now, and can be later: it is silent, unreachable, stopped, busy, full, read-only or has
 * a fault of its disk. Or only this work can't be done now, see `isStuck`. Any other error is a bug.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const ofSqlite = resultCode(error)
  if (ofSqlite !== null) return ofFile.has(ofSqlite)
  if (error instanceof DatabaseBusy) return true
  const code = codeOf(error)
  return code === null
    ? error.name === 'Error' && driver.test(error.message)
    : ofServer.test(code) || network.test(code)
}

/**
 * Whether the cause is this work and not the whole database: it has waited for a lock, or met conflicts, for too long. On
 * SQLite a lock is on the whole file, so there it is never the work.
 */
export const isStuck = (error: unknown): boolean =>
  error instanceof DatabaseBusy ? !isBusy(error.cause) : error instanceof Error && ofStatement.has(codeOf(error))

/** Whether SQLite found the file locked by another process. */
export const isBusy = (error: unknown): boolean => resultCode(error) === busy

/** Whether there was a conflict with another transaction. */
export const isConflict = (error: unknown): boolean =>
  isBusy(error) || (error instanceof Error && conflicts.has(codeOf(error)))

/** Whether the wait for a lock took too long. */
export const isLockWait = (error: unknown): boolean => error instanceof Error && codeOf(error) === '55P03'

/** Whether the server accepts no writes: it is a standby now, or has become one. Another connection may lead to the primary. */
export const isStandby = (error: unknown): boolean => error instanceof Error && codeOf(error) === '25006'
