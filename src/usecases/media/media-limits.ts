import { PublicError } from '../../contract/errors.ts'
import { sizeLimit } from '../../domain/rule-words.ts'
import type { Reader } from '../../store/engine/database.ts'
import { countStoredBytes } from '../../store/posts/media.ts'
import type { AtOnce } from '../../system/at-once.ts'
import type { Caller, Services } from '../context.ts'

type StorageServices = Pick<Services, 'limits'> & { readonly caller: Pick<Caller, 'userId' | 'plan'> }

/** How many more bytes the user may store. Inside a transaction the result is certain. */
export async function storageLeft(db: Reader, { caller, limits }: StorageServices): Promise<number> {
  const limit = limits.storedBytes[caller.plan]
  if (limit === 0) return Number.POSITIVE_INFINITY
  return Math.max(0, limit - (await countStoredBytes(db, caller.userId)))
}

/** Refuses a file that the user may not store. */
export async function requireStorage(db: Reader, storing: StorageServices, size: number): Promise<void> {
  const left = await storageLeft(db, storing)
  if (size > left) throw storageUsedUp(storing, left)
}

export function storageUsedUp({ caller, limits }: StorageServices, left: number): PublicError {
  const limit = limits.storedBytes[caller.plan]
  const used = limit - left
  return new PublicError(
    'limit_reached',
    `Your plan stores up to ${sizeLimit(limit)} of media; ${sizeLimit(used)} are used, and this file does not fit. Files are deleted some weeks after their upload if no draft and no waiting post uses them: delete what you do not need, or ask the operator to raise the limit.`,
    { details: [{ code: 'limit_reached', message: 'Too many bytes of media.', limit, actual: used }] },
  )
}

/** Seconds. */
const tryAgainAfter = 5

/** Begins something of which a user can do only a few at the same time; returns the function that ends it. */
export function beginOne(atOnce: AtOnce, userId: number, limit: number, what: string): () => void {
  const end = atOnce.begin(userId, limit)
  if (end) return end
  throw new PublicError(
    'rate_limited',
    `You are running ${limit} ${what}, and your plan allows no more at the same time. Try again when one of them has ended.`,
    {
      headers: { 'retry-after': String(tryAgainAfter) },
      details: [{ code: 'limit_reached', message: `Too many ${what} at the same time.`, limit, actual: limit }],
    },
  )
}
