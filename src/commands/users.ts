import { type Command, InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { isPlanId, type PlanId, plans } from '../domain/plans.ts'
import { findUserByEmail, listUsers, setPlan } from '../store/users.ts'
import { systemClock } from '../system/clock.ts'
import { newUser } from '../usecases/admin/new-user.ts'
import { CommandFault } from './fault.ts'
import { withStore } from './with-store.ts'

const maxListed = 10_000
const firstPlan: PlanId = 1

export function addUserCommands(program: Command): void {
  const users = program.command('users').description('manage the users of this instance')
  users
    .command('create')
    .argument('<email>', 'the email address of the user', parseEmail)
    .option('--plan <1-4>', '1 Free, 2 Starter, 3 Pro, 4 Business', parsePlan, firstPlan)
    .description('create a user with a default profile')
    .action((email: string, { plan }: { plan: PlanId }) =>
      withStore(async ({ database }) => {
        const user = await database.transaction((tx) => newUser(tx, { email, plan, now: systemClock.now() }))
        console.log(
          `User ${user.id} created. Create a key for the user: polypost keys create ${user.email} --name "first key"`,
        )
      }),
    )
  users
    .command('list')
    .description('list the users')
    .action(() =>
      withStore(async ({ database }) => {
        const { rows } = await listUsers(database.read, { offset: 0, limit: maxListed })
        console.table(rows.map(({ id, email, plan_id }) => ({ id, email, plan: plans[plan_id].name })))
      }),
    )
  users
    .command('set-plan')
    .argument('<email>', 'the email address of the user', parseEmail)
    .argument('<1-4>', '1 Free, 2 Starter, 3 Pro, 4 Business', parsePlan)
    .description('change a user’s plan')
    .action((email: string, plan: PlanId) =>
      withStore(async ({ database }) => {
        const user = await findUserByEmail(database.read, email)
        if (!user) throw new CommandFault(`There is no user ${email}. “polypost users list” shows all.`)
        await database.transaction((tx) => setPlan(tx, user.id, plan))
        console.log(`${email} is on plan ${plan}, ${plans[plan].name}.`)
      }),
    )
}

export function parseEmail(text: string): string {
  if (text !== 'owner@localhost' && !z.email().safeParse(text).success)
    throw new InvalidArgumentError('It must be an email address.')
  return text.toLowerCase()
}

function parsePlan(text: string): PlanId {
  const plan = Number(text)
  if (!isPlanId(plan)) throw new InvalidArgumentError('It must be 1, 2, 3 or 4.')
  return plan
}
