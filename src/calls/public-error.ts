import { PublicError, unavailable } from '../contract/errors.ts'
import { isAway } from '../store/engine/away.ts'

/** The error that the caller may see for anything that was thrown. */
export function publicError(thrown: unknown): PublicError {
  if (thrown instanceof PublicError) return thrown
  const code = errorCode(thrown)
  if (isDiskFull(thrown, code))
    return new PublicError(
      'storage_full',
      'The disk of the database is full, so nothing was stored. The operator can free or add space. Then send the same request again.',
      { cause: thrown },
    )
  if (isConflict(code))
    return unavailable(
      'Too many requests were changing the same data, so nothing was done. Try again in a few seconds.',
      thrown,
    )
  if (isAway(thrown))
    return unavailable(
      'The database can’t be used at the moment, so it is unknown whether this took effect. Try again in a few seconds, and repeat a request that changes something with the same Idempotency-Key.',
      thrown,
    )
  return new PublicError(
    'internal_error',
    'This is a fault of the service, not of the request. Its operator finds it in the log under the request ID.',
    { cause: thrown },
  )
}

export const errorCode = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''

const sqliteFull = 13
/** SQLite cannot write for another reason: mostly a quota, or a limit for the size of files. */
const sqliteWriteFault = 778

/** Also PostgreSQL's code, and those of the operating system. */
const isDiskFull = (thrown: unknown, code: string): boolean =>
  /^(53100|ENOSPC|EDQUOT|EFBIG)$/.test(code) ||
  (thrown instanceof Error &&
    'errcode' in thrown &&
    typeof thrown.errcode === 'number' &&
    ((thrown.errcode & 0xff) === sqliteFull || thrown.errcode === sqliteWriteFault))

/** PostgreSQL’s class 40: conflicts that did not end. The store uses these codes for SQLite too. */
const isConflict = (code: string): boolean => /^(40001|40P01)$/.test(code)
