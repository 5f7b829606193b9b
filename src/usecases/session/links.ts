import { hashOneTime, newOneTime } from '../../crypto/one-time.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { insertLink } from '../../store/people/sign-in-links.ts'

/** The token is behind the #, which browsers send to nobody: it gets into no log on the way. */
export const linkOf = (publicUrl: string, page: 'setup' | 'sign-in' | 'invite', token: string): string =>
  `${publicUrl}/${page}#token=${token}`

/** A token that signs in a person, once; null: that lets somebody become the owner. */
export async function newLinkToken(
  tx: Transaction,
  { personId, expiresAt }: { personId: number | null; expiresAt: number },
): Promise<string> {
  const token = newOneTime()
  await insertLink(tx, { hash: hashOneTime(token), person_id: personId, expires_at: expiresAt })
  return token
}
