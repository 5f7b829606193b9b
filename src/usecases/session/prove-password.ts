import { networkOf } from '../../domain/network.ts'
import { knowsAddress } from '../../store/people/audit.ts'
import { findPersonByEmail, type PersonRow } from '../../store/people/people.ts'
import type { GuessKey, Services } from '../context.ts'
import { noteRefusal } from './note-refusal.ts'
import { signInRefused } from './refused.ts'

interface Guess {
  readonly email: string
  readonly password: string
  /** The address of the sender, in the form that limits count. */
  readonly address: string
}

interface PasswordProof {
  readonly person: PersonRow
  /** The hash to store instead, if the cost of hashes has changed. */
  readonly rehashed: string | null
}

/** The person with this email address and password. An unknown address costs as much time as a wrong password. */
export async function provePassword(
  services: Pick<Services, 'database' | 'passwords' | 'guesses' | 'clock'>,
  { email, password, address }: Guess,
): Promise<PasswordProof> {
  const { database, passwords, guesses } = services
  const person = await findPersonByEmail(database.read, email)
  // Guesses from elsewhere must not lock a person out where they have signed in before.
  const isKnown = await knowsAddress(database.read, email, address)
  const counted: readonly GuessKey[] = isKnown
    ? [{ key: `known ${email} ${address}` }]
    : [
        { key: `network ${networkOf(address)}`, isNetwork: true },
        { key: `email ${email}` },
        { key: `address ${address}` },
      ]
  await guesses.count(counted)
  const { right, outdated } = await passwords
    .check(password, person?.password ?? null, isKnown)
    .catch(async (error) => {
      await guesses.takeBack(counted)
      throw error
    })
  if (!right || person === undefined) {
    if (person) await noteRefusal(services, person, { address, knowsPassword: false })
    throw signInRefused()
  }
  await guesses.takeBack(counted)
  return { person, rehashed: outdated ? await passwords.hash(password) : null }
}
