import { knowsAddress } from '../../store/audit.ts'
import { listMemberships } from '../../store/memberships.ts'
import { findPersonByEmail, type PersonRow } from '../../store/people.ts'
import { audit } from '../audit.ts'
import type { Services } from '../context.ts'
import { signInRefused } from './refused.ts'

interface Guess {
  readonly email: string
  readonly password: string
  /** What counts as one address for limits. */
  readonly address: string
}

interface Proven {
  readonly person: PersonRow
  /** The hash to store instead, if the cost of hashes has changed. */
  readonly rehashed: string | null
}

/** The person with this email address and password. An unknown address costs as much time as a wrong password. */
export async function provePassword(
  services: Pick<Services, 'database' | 'passwords' | 'guesses' | 'clock'>,
  { email, password, address }: Guess,
): Promise<Proven> {
  const { database, passwords, guesses } = services
  const person = await findPersonByEmail(database.read, email)
  // Guesses from elsewhere must not lock a person out where they have signed in before.
  const counted = (await knowsAddress(database.read, email, address))
    ? [`known ${email} ${address}`]
    : [`email ${email}`, `address ${address}`]
  await guesses.count(counted)
  const { right, outdated } = await passwords.check(password, person?.password ?? null).catch(async (error) => {
    await guesses.takeBack(counted)
    throw error
  })
  if (!right || person === undefined) {
    if (person) await noteRefusal(services, person, address)
    throw signInRefused()
  }
  await guesses.takeBack(counted)
  return { person, rehashed: outdated ? await passwords.hash(password) : null }
}

const noteRefusal = (
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { id, name }: PersonRow,
  address: string,
): Promise<void> =>
  database.transaction(async (tx) => {
    const [first] = await listMemberships(tx, id)
    const actor = { userId: first?.user_id ?? 0, keyId: null, personId: id, name }
    if (first) await audit(tx, actor, 'session.refused', { now: clock.now(), address })
  })
