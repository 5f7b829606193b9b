import { type Command, InvalidArgumentError } from 'commander'
import { type Role, roles } from '../domain/roles.ts'
import type { ListOptions } from './client/print.ts'
import { parseEmail } from './parse.ts'

const load = () => import('./actions/people.ts')

export function addPeopleCommands(program: Command): void {
  program
    .command('open')
    .argument('[email]', 'the email address of the person; without it the first owner', parseEmail)
    .description('print a link that signs in once, within two minutes, and open it; the way back after a lost password')
    .action(async (email?: string) => (await load()).openSignIn(email))

  const people = program.command('people').description('manage the people who sign in')
  people
    .command('list')
    .description('list the people of all users')
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => (await load()).showPeople(options))
  people
    .command('invite')
    .argument('<email>', 'the email address of the person', parseEmail)
    .requiredOption('--role <role>', `one of ${roles.join(', ')}`, parseRole)
    .option('--user <email>', 'the email address of the user; without it the first user', parseEmail)
    .description('print a link that makes somebody a member of a user, once, within 72 hours')
    .action(async (email: string, options: { role: Role; user?: string }) => {
      await (await load()).invite(email, options)
    })
  people
    .command('reset')
    .argument('<email>', 'the email address of the person', parseEmail)
    .description(
      'remove the password, the second factor and the link to single sign-on, end all sessions, and print a link for a new password that works for an hour',
    )
    .action(async (email: string) => {
      await (await load()).reset(email)
    })
  people
    .command('disable')
    .argument('<email>', 'the email address of the person', parseEmail)
    .description('end all sessions of a person, and refuse the next sign-in')
    .action(async (email: string) => (await load()).disable(email))
  people
    .command('enable')
    .argument('<email>', 'the email address of the person', parseEmail)
    .description('allow a disabled person to sign in again')
    .action(async (email: string) => (await load()).enable(email))
}

function parseRole(text: string): Role {
  const role = roles.find((one) => one === text)
  if (!role) throw new InvalidArgumentError(`It must be one of ${roles.join(', ')}.`)
  return role
}
