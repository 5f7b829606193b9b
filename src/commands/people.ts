import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../app/config.ts'
import { type Role, roles } from '../domain/roles.ts'
import { resetLinkLasts, setupLinkLasts, signInLinkLasts } from '../domain/sign-in-times.ts'
import type { Reader, Transaction } from '../store/engine/database.ts'
import { isSetupOpen, listMembers, listMemberships, listOwners } from '../store/memberships.ts'
import { findPersonByEmail, noOidc, noSecondFactor, type PersonRow, updatePerson } from '../store/people.ts'
import { endSessions } from '../store/sessions.ts'
import { findOwner, listUsers } from '../store/users.ts'
import { isoTimeOrNull, systemClock } from '../system/clock.ts'
import { audit, nobodyKnown } from '../usecases/audit.ts'
import { newInvite } from '../usecases/people/new-invite.ts'
import { linkOf, newLinkToken } from '../usecases/session/links.ts'
import { CommandFault } from './fault.ts'
import { userNamed } from './keys.ts'
import { parseEmail } from './users.ts'
import { withStore } from './with-store.ts'

const maxUsers = 10_000

export function addPeopleCommands(program: Command): void {
  program
    .command('open')
    .argument('[email]', 'the email address of the person; without it the first owner', parseEmail)
    .description('print a link that signs in, once, within two minutes; the way back after a lost password')
    .action((email?: string) => withStore(({ database }) => print(database.transaction((tx) => openLink(tx, email)))))

  const people = program.command('people').description('manage the people who sign in')
  people
    .command('list')
    .description('list the people of all users')
    .action(() => withStore(async ({ database }) => console.table(await everybody(database.read))))
  people
    .command('invite')
    .argument('<email>', 'the email address of the person', parseEmail)
    .requiredOption('--role <role>', `one of ${roles.join(', ')}`, parseRole)
    .option('--user <email>', 'the email address of the user; without it the first user', parseEmail)
    .description('print a link that makes somebody a member of a user, once, within 72 hours')
    .action((email: string, options: { role: Role; user?: string }) =>
      withStore(({ database }) => print(database.transaction((tx) => inviteLink(tx, email, options)))),
    )
  people
    .command('reset')
    .argument('<email>', 'the email address of the person', parseEmail)
    .description(
      'remove the password, the second factor and the link to single sign-on, end all sessions, and print a link for a new password that works for an hour',
    )
    .action((email: string) => withStore(({ database }) => print(database.transaction((tx) => resetLink(tx, email)))))
  for (const [name, description] of [
    ['disable', 'end all sessions of a person, and refuse the next sign-in'],
    ['enable', 'allow a disabled person to sign in again'],
  ] as const)
    people
      .command(name)
      .argument('<email>', 'the email address of the person', parseEmail)
      .description(description)
      .action((email: string) =>
        withStore(async ({ database }) => {
          await database.transaction((tx) => setDisabled(tx, email, name === 'disable'))
          console.log(`${email} is ${name}d.`)
        }),
      )
}

const print = async (line: Promise<string>): Promise<void> => console.log(await line)

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

async function inviteLink(tx: Transaction, email: string, { role, user }: { role: Role; user?: string }) {
  const now = systemClock.now()
  const { id: userId } = user === undefined ? await findOwner(tx) : await userNamed(tx, user)
  const { invite, token } = await newInvite(tx, { userId, email, role, now })
  const target = { type: 'invite', id: String(invite.id), name: email } as const
  await audit(tx, nobodyKnown(userId), 'invite.created', { now, target })
  return linkOf(publicUrl(), 'invite', token)
}

async function resetLink(tx: Transaction, email: string): Promise<string> {
  const person = await personNamed(tx, email)
  await updatePerson(tx, person.id, { password: null, ...noSecondFactor, ...noOidc })
  await endSessions(tx, person.id)
  await noteChange(tx, person)
  const expiresAt = systemClock.now() + resetLinkLasts
  return linkOf(publicUrl(), 'sign-in', await newLinkToken(tx, { personId: person.id, expiresAt }))
}

async function setDisabled(tx: Transaction, email: string, disabled: boolean): Promise<void> {
  const person = await personNamed(tx, email)
  // Afterwards a disabled person has no memberships that count.
  await noteChange(tx, person)
  await updatePerson(tx, person.id, { disabled_at: disabled ? systemClock.now() : null })
  if (disabled) await endSessions(tx, person.id)
}

/** In the audit list of each user that the person belongs to. */
async function noteChange(tx: Transaction, { id, email }: PersonRow): Promise<void> {
  const target = { type: 'person', id: String(id), name: email } as const
  for (const { user_id: userId } of await listMemberships(tx, id))
    await audit(tx, nobodyKnown(userId), 'person.changed', { now: systemClock.now(), target })
}

async function everybody(db: Reader) {
  const { rows } = await listUsers(db, { offset: 0, limit: maxUsers })
  const members = await Promise.all(rows.map(({ id }) => listMembers(db, id)))
  return members.flat().map((member) => ({
    email: member.email,
    name: member.name,
    role: member.role,
    user: member.user_email,
    disabled: member.disabled_at !== null || member.person_disabled_at !== null,
    'last seen': isoTimeOrNull(member.seen_at),
  }))
}

async function personNamed(db: Reader, email: string): Promise<PersonRow> {
  const person = await findPersonByEmail(db, email)
  if (!person) throw new CommandFault(`Nobody signs in with ${email}. “polypost people list” shows everybody.`)
  return person
}

function parseRole(text: string): Role {
  const role = roles.find((one) => one === text)
  if (!role) throw new InvalidArgumentError(`It must be one of ${roles.join(', ')}.`)
  return role
}
