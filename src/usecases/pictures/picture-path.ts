import { hashOneTime } from '../../crypto/one-time.ts'
import { type Sealer, UnsealFault } from '../../crypto/seal.ts'
import { day } from '../../domain/time.ts'
import type { AccountRow } from '../../store/accounts/accounts.ts'

type PicturedAccount = Pick<AccountRow, 'id' | 'remote_id' | 'avatar_url'>

const shownHash = 32 // characters

/** Names the row and its picture: without the address of the picture nobody can make the name. Null: it has no picture. */
export const pictureName = ({ id, remote_id, avatar_url }: PicturedAccount): string | null =>
  avatar_url === null ? null : `${id}-${hashOneTime(`${id} ${remote_id} ${avatar_url}`).slice(0, shownHash)}`

export function picturePath(account: PicturedAccount): string | null {
  const name = pictureName(account)
  return name === null ? null : `/pictures/${name}`
}

const cardBinding = 'picture of a link card'
const cardLasts = day
/** A longer address would make a longer name than servers on the way accept. */
const longestAddress = 1_500 // characters

/** The path of a picture of a page. It contains the sealed address, so nobody can make one for another address. */
export function cardPath(sealer: Sealer, address: string | null, now: number): string | null {
  if (address === null || address.length > longestAddress) return null
  return `/pictures/card-${sealer.seal(JSON.stringify([now + cardLasts, address]), cardBinding)}`
}

/** The address in such a name; null if it is not ours, or too old. */
export function cardAddress(sealer: Sealer, name: string, now: number): string | null {
  try {
    // Sealed by the function above.
    const [until, address]: [number, string] = JSON.parse(sealer.open(name.replace(/^card-/, ''), cardBinding))
    return until > now ? address : null
  } catch (error) {
    if (error instanceof UnsealFault) return null
    throw error
  }
}
