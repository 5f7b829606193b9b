import { PublicError } from '../../contract/errors.ts'
import { newPassword } from '../../contract/people.ts'
import { hashOneTime } from '../../crypto/one-time.ts'
import type { FindingCode } from '../../domain/finding-codes.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { findInviteByHash } from '../../store/people/invites.ts'
import { findPersonByEmail, insertPerson, type PersonRow } from '../../store/people/people.ts'
import type { Call, UseCase } from '../context.ts'
import { malformed } from '../refuse.ts'
import { choosePassword } from './choose-password.ts'
import { joinUser, takeInvite } from './join-user.ts'
import { provePassword } from './prove-password.ts'
import { invalidLink, requirePasswords } from './refused.ts'
import { startSession } from './start-session.ts'
import { withCode } from './with-code.ts'

export const acceptInvite: UseCase<'acceptInvite'> = async (call) => {
  const { database, clock, caller, sender, body } = call
  const hash = hashOneTime(body.token)
  const invite = await findInviteByHash(database.read, hash, clock.now())
  if (invite === undefined) throw invalidLink()
  const email = body.email ?? invite.email
  const known = await findPersonByEmail(database.read, email)
  const isSignedIn = known !== undefined && caller?.personId === known.id
  if (!isSignedIn) requirePasswords(call)
  if (known && !isSignedIn) await proveKnown(call, known)
  const made = known ? null : await newPerson(call, { email, by: `link ${hash}`, userId: invite.user_id })
  const accept = async (tx: Transaction) => {
    const now = clock.now()
    const taken = await takeInvite(tx, hash, now)
    const person = known ?? (await storePerson(tx, email, made, now))
    await joinUser(tx, taken, person, now)
    return startSession(tx, { personId: person.id, userId: taken.user_id, sender, caller, now })
  }
  return known && !isSignedIn ? withCode(call, known, body.code, accept) : database.transaction(accept)
}

/** The link alone is not enough for somebody who has an account: it does not prove who opens it. */
async function proveKnown(call: Call<'acceptInvite'>, { email }: PersonRow): Promise<void> {
  const { sender, body } = call
  if (body.password === undefined) throw signInFirst(email)
  await provePassword(call, { email, password: body.password, address: sender.address })
}

async function newPerson(
  call: Call<'acceptInvite'>,
  chosen: { readonly email: string; readonly by: string; readonly userId: number },
) {
  const { body } = call
  const password = newPassword.safeParse(body.password)
  const faults = [
    ...(body.name === undefined ? [fault('name', 'required', 'Send your name.')] : []),
    ...(password.error?.issues.map(({ message }) => fault('password', 'invalid_value', message)) ?? []),
  ]
  if (body.name === undefined || !password.success) throw malformed(faults)
  const { name } = body
  return { name, password: await choosePassword(call, { ...chosen, name, password: password.data }) }
}

const fault = (path: string, code: FindingCode, message: string) => ({ path, code, message })

async function storePerson(
  tx: Transaction,
  email: string,
  made: { name: string; password: string } | null,
  now: number,
): Promise<PersonRow> {
  // Another invite of the same address was accepted in the meantime.
  if (made === null || (await findPersonByEmail(tx, email))) throw signInFirst(email)
  return insertPerson(tx, { email, ...made, created_at: now })
}

const signInFirst = (email: string): PublicError =>
  new PublicError(
    'sign_in_refused',
    `${email} has an account here already. Sign in first and open the link again, or send the password of that account. If it is not yours, accept the invite with another email address: send it as “email”.`,
  )
