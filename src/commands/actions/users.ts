import { type PlanId, plans } from '../../domain/plans.ts'
import { findUserByEmail, listUsers, setPlan } from '../../store/users.ts'
import { systemClock } from '../../system/clock.ts'
import { newUser } from '../../usecases/admin/new-user.ts'
import { CommandFault } from '../fault.ts'
import { withStore } from './with-store.ts'

const maxListed = 10_000

export const createUser = (email: string, { plan }: { readonly plan: PlanId }): Promise<void> =>
  withStore(async ({ database }) => {
    const user = await database.transaction((tx) => newUser(tx, { email, plan, now: systemClock.now() }))
    console.log(
      `User ${user.id} created. Create a key for the user: polypost keys create ${user.email} --name "first key"`,
    )
  })

export const showUsers = (): Promise<void> =>
  withStore(async ({ database }) => {
    const { rows } = await listUsers(database.read, { offset: 0, limit: maxListed })
    console.table(rows.map(({ id, email, plan_id }) => ({ id, email, plan: plans[plan_id].name })))
  })

export const changePlan = (email: string, plan: PlanId): Promise<void> =>
  withStore(async ({ database }) => {
    const user = await findUserByEmail(database.read, email)
    if (!user) throw new CommandFault(`There is no user ${email}. “polypost users list” shows all.`)
    await database.transaction((tx) => setPlan(tx, user.id, plan))
    console.log(`${email} is on plan ${plan}, ${plans[plan].name}.`)
  })
