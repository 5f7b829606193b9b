import { type Command, InvalidArgumentError } from 'commander'
import { isPlanId, type PlanId } from '../domain/plans.ts'
import type { ListOptions } from './client/print.ts'
import { parseEmail } from './parse.ts'

const load = () => import('./actions/users.ts')

const firstPlan: PlanId = 1
const planNames = '1 Free, 2 Starter, 3 Pro, 4 Business'

export function addUserCommands(program: Command): void {
  const users = program.command('users').description('manage the users of this instance')
  users
    .command('create')
    .argument('<email>', 'the email address of the user', parseEmail)
    .option('--plan <1-4>', planNames, parsePlan, firstPlan)
    .description('create a user with a default profile')
    .action(async (email: string, options: { readonly plan: PlanId }) => (await load()).createUser(email, options))
  users
    .command('list')
    .description('list the users')
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => (await load()).showUsers(options))
  users
    .command('set-plan')
    .argument('<email>', 'the email address of the user', parseEmail)
    .argument('<1-4>', planNames, parsePlan)
    .description('change a user’s plan')
    .action(async (email: string, plan: PlanId) => (await load()).changePlan(email, plan))
}

function parsePlan(text: string): PlanId {
  const plan = Number(text)
  if (!isPlanId(plan)) throw new InvalidArgumentError('It must be 1, 2, 3 or 4.')
  return plan
}
