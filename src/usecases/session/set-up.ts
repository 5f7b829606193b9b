import { hashOneTime } from '../../crypto/one-time.ts'
import { hasLink, takeLink } from '../../store/people/sign-in-links.ts'
import { findOwner } from '../../store/people/users.ts'
import type { UseCase } from '../context.ts'
import { choosePassword } from './choose-password.ts'
import { makeOwner } from './make-owner.ts'
import { invalidLink } from './refused.ts'
import { startSession } from './start-session.ts'

export const setUp: UseCase<'setUp'> = async (call) => {
  const { database, clock, body, caller, sender } = call
  const hash = hashOneTime(body.token)
  // Nobody without the link can make this process hash.
  if (!(await hasLink(database.read, hash, clock.now()))) throw invalidLink()
  const { id: userId } = await findOwner(database.read)
  const password = await choosePassword(call, { ...body, by: `link ${hash}`, userId })
  return database.transaction(async (tx) => {
    const now = clock.now()
    const link = await takeLink(tx, hash, now)
    if (link?.person_id !== null) throw invalidLink()
    const owner = await makeOwner(tx, { ...body, password, now })
    if (owner === null) throw invalidLink()
    return startSession(tx, { personId: owner.id, sender, caller, now })
  })
}
