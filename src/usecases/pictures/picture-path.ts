import { hashOneTime } from '../../crypto/one-time.ts'
import type { AccountRow } from '../../store/accounts.ts'

type Pictured = Pick<AccountRow, 'id' | 'remote_id' | 'avatar_url'>

const shownHash = 32 // characters

/** Names the row and its picture: without the address of the picture nobody can make the name. Null: it has no picture. */
export const pictureName = ({ id, remote_id, avatar_url }: Pictured): string | null =>
  avatar_url === null ? null : `${id}-${hashOneTime(`${id} ${remote_id} ${avatar_url}`).slice(0, shownHash)}`

export function picturePath(account: Pictured): string | null {
  const name = pictureName(account)
  return name === null ? null : `/pictures/${name}`
}
