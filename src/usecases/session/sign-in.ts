import { hashOneTime } from '../../crypto/one-time.ts'
import { updatePerson } from '../../store/people/people.ts'
import { takeLink } from '../../store/people/sign-in-links.ts'
import type { Call, UseCase } from '../context.ts'
import { malformed } from '../refuse.ts'
import { provePassword } from './prove-password.ts'
import { invalidLink, requirePasswords } from './refused.ts'
import { startSession } from './start-session.ts'
import { withCode } from './with-code.ts'

export const signIn: UseCase<'signIn'> = (call) => {
  const { email, password, token } = call.body
  if (token !== undefined && email === undefined && password === undefined) return byLink(call, token)
  if (token === undefined && email !== undefined && password !== undefined) return byPassword(call, email, password)
  throw malformed([
    {
      path: 'email',
      code: 'required',
      message: 'Send `email` and `password`, or `token` alone.',
    },
  ])
}

function byLink({ database, clock, caller, sender }: Call<'signIn'>, token: string) {
  return database.transaction(async (tx) => {
    const now = clock.now()
    const link = await takeLink(tx, hashOneTime(token), now)
    if (link === undefined || link.person_id === null) throw invalidLink()
    return startSession(tx, { personId: link.person_id, sender, caller, now })
  })
}

async function byPassword(call: Call<'signIn'>, email: string, password: string) {
  requirePasswords(call)
  const { clock, caller, sender, body } = call
  const { person, rehashed } = await provePassword(call, { email, password, address: sender.address })
  return withCode(call, person, body.code, async (tx) => {
    if (rehashed !== null) await updatePerson(tx, person.id, { password: rehashed })
    return startSession(tx, { personId: person.id, sender, caller, now: clock.now() })
  })
}
