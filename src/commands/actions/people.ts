import { readConfig } from '../../app/config.ts'
import { type AuditChange, changesOf } from '../../domain/audit.ts'
import type { Role } from '../../domain/roles.ts'
import { resetLinkLasts, setupLinkLasts, signInLinkLasts } from '../../domain/sign-in-times.ts'
import type { Reader, Transaction } from '../../store/engine/database.ts'
import { isSetupOpen, listMembers, listMemberships, listOwners } from '../../store/people/memberships.ts'
import { endGrants } from '../../store/people/oauth-grants.ts'
import {
  findPersonByEmail,
  noOidc,
  noRefusal,
  noSecondFactor,
  type PersonRow,
  updatePerson,
} from '../../store/people/people.ts'
import { endSessions } from '../../store/people/sessions.ts'
import { findOwner, listUsers } from '../../store/people/users.ts'
import { systemClock } from '../../system/clock.ts'
import { audit, nobodyKnown } from '../../usecases/audit.ts'
import { newInvite } from '../../usecases/people/new-invite.ts'
import { showPerson } from '../../usecases/people/show-people.ts'
import { linkOf, newLinkToken } from '../../usecases/session/links.ts'
import { openBrowser } from '../client/open-browser.ts'
import { type ListOptions, printRows } from '../client/print.ts'
import { CommandFault } from '../fault.ts'
import { userNamed } from './keys.ts'
import { withStore } from './with-store.ts'

const maxUsers = 10_000

interface Invitation {
  readonly role: Role
  readonly user?: string
}

/** On a terminal of a machine with a browser, it also opens the link. */
export const openSignIn = async (email?: string): Promise<void> =>
  openBrowser(await printLink((tx) => openLink(tx, email)))

export const showPeople = (options: ListOptions): Promise<void> =>
  withStore(async ({ database }) => {
    const people = await everybody(database.read)
    const rows = people.map(({ id, email, name, role, user, disabled, last_seen_at }) => ({
      id,
      email,
      name,
      role,
      user,
      disabled,
      last_seen_at,
    }))
    if (options.json || people.length > 0) printRows(options, { people }, rows)
    else console.log('Nobody can sign in yet. “polypost open” prints a link that makes you the owner.')
  })

export const invite = (email: string, options: Invitation): Promise<string> =>
  printLink((tx) => inviteLink(tx, email, options))

export const reset = (email: string): Promise<string> => printLink((tx) => resetLink(tx, email))

export const disable = (email: string): Promise<void> => setDisabled(email, true)
export const enable = (email: string): Promise<void> => setDisabled(email, false)

const setDisabled = (email: string, disabled: boolean): Promise<void> =>
  withStore(async ({ database }) => {
    await database.transaction((tx) => storeDisabled(tx, email, disabled))
    console.log(`${email} is ${disabled ? 'disabled' : 'enabled'}.`)
  })

const printLink = (make: (tx: Transaction) => Promise<string>): Promise<string> =>
  withStore(async ({ database }) => {
    const link = await database.transaction(make)
    console.log(link)
    return link
  })

const publicUrl = (): string => readConfig(process.env).publicUrl

async function openLink(tx: Transaction, email?: string): Promise<string> {
  const now = systemClock.now()
  if (email === undefined && (await isSetupOpen(tx)))
    return linkOf(publicUrl(), 'setup', await newLinkToken(tx, { personId: null, expiresAt: now + setupLinkLasts }))
  const person =
    email === undefined ? (await listOwners(tx, (await findOwner(tx)).id))[0] : await personNamed(tx, email)
  if (!person) throw new CommandFault('All owners are disabled. “polypost people enable EMAIL” enables one again.')
  return linkOf(
    publicUrl(),
    'sign-in',
    await newLinkToken(tx, { personId: person.id, expiresAt: now + signInLinkLasts }),
  )
}

async function inviteLink(tx: Transaction, email: string, { role, user }: Invitation) {
  const now = systemClock.now()
  const { id: userId } = user === undefined ? await findOwner(tx) : await userNamed(tx, user)
  const { invite, token } = await newInvite(tx, { userId, email, role, now })
  const target = { type: 'invite', id: String(invite.id), name: email } as const
  await audit(tx, nobodyKnown(userId), 'invite.created', { now, target, change: changesOf({}, { role }) })
  return linkOf(publicUrl(), 'invite', token)
}

async function resetLink(tx: Transaction, email: string): Promise<string> {
  const person = await personNamed(tx, email)
  await updatePerson(tx, person.id, { password: null, ...noSecondFactor, ...noOidc, ...noRefusal })
  await endSessions(tx, person.id)
  await endGrants(tx, person.id)
  await noteChange(tx, person)
  const expiresAt = systemClock.now() + resetLinkLasts
  return linkOf(publicUrl(), 'sign-in', await newLinkToken(tx, { personId: person.id, expiresAt }))
}

async function storeDisabled(tx: Transaction, email: string, disabled: boolean): Promise<void> {
  const person = await personNamed(tx, email)
  // A disabled person has no memberships that count.
  const change = changesOf({ disabled: person.disabled_at !== null }, { disabled })
  if (disabled) await noteChange(tx, person, change)
  await updatePerson(tx, person.id, { disabled_at: disabled ? systemClock.now() : null })
  if (!disabled) return noteChange(tx, person, change)
  await endSessions(tx, person.id)
  await endGrants(tx, person.id)
}

/** In the audit list of each user that the person belongs to. */
async function noteChange(
  tx: Transaction,
  { id, email }: PersonRow,
  change: readonly AuditChange[] = [],
): Promise<void> {
  const target = { type: 'person', id: String(id), name: email } as const
  for (const { user_id: userId } of await listMemberships(tx, id))
    await audit(tx, nobodyKnown(userId), 'person.changed', { now: systemClock.now(), target, change })
}

async function everybody(db: Reader) {
  const rows = await listUsers(db, { offset: 0, limit: maxUsers })
  const members = await Promise.all(rows.map(({ id }) => listMembers(db, id)))
  return members.flat().map((member) => ({ ...showPerson(member), user: member.user_email }))
}

async function personNamed(db: Reader, email: string): Promise<PersonRow> {
  const person = await findPersonByEmail(db, email)
  if (!person) throw new CommandFault(`Nobody signs in with ${email}. “polypost people list” shows everybody.`)
  return person
}
