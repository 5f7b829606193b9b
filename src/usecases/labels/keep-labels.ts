import { PublicError } from '../../contract/errors.ts'
import type { Reader, Transaction } from '../../store/engine/database.ts'
import { countLabels, setLabels } from '../../store/posts/labels.ts'
import type { Caller } from '../context.ts'

const maxLabels = 200

/** Replaces the labels of a post or a draft, and makes those that the caller does not have. */
export async function keepLabels(
  tx: Transaction,
  { userId }: Caller,
  owner: Parameters<typeof setLabels>[1],
  { names, now }: { readonly names: readonly string[]; readonly now: number },
): Promise<void> {
  await setLabels(tx, owner, { userId, now, names })
  if (names.length > 0) await checkCount(tx, userId)
}

/** Call it after a label was added. */
export async function checkCount(db: Reader, userId: number): Promise<void> {
  if ((await countLabels(db, userId)) <= maxLabels) return
  throw new PublicError(
    'limit_reached',
    `You have ${maxLabels} labels, and more are not possible. Delete some first.`,
    {
      details: [{ path: 'labels', code: 'limit_reached', message: 'Too many labels.', limit: maxLabels }],
    },
  )
}
