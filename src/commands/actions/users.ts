import { type PlanId, plans } from '../../domain/plans.ts'
import { listUsers } from '../../store/users.ts'
import { systemClock } from '../../system/clock.ts'
import { changePlan as setPlan } from '../../usecases/admin/change-plan.ts'
import { newUser } from '../../usecases/admin/new-user.ts'
import { nobody } from '../../usecases/audit.ts'
import { userNamed } from './keys.ts'
import { withStore } from './with-store.ts'

const maxListed = 10_000

export const createUser = (email: string, { plan }: { readonly plan: PlanId }): Promise<void> =>
  withStore(async ({ database }) => {
    const user = await database.transaction((tx) => newUser(tx, { email, plan, by: nobody, now: systemClock.now() }))
    console.log(
      `User ${user.id} created. Create a key for the user: polypost keys create ${user.email} --name "first key"`,
    )
  })

export const showUsers = (): Promise<void> =>
  withStore(async ({ database }) => {
    const rows = await listUsers(database.read, { offset: 0, limit: maxListed })
    console.table(rows.map(({ id, email, plan_id }) => ({ id, email, plan: plans[plan_id].name })))
  })

export const changePlan = (email: string, plan: PlanId): Promise<void> =>
  withStore(async ({ database }) => {
    await database.transaction(async (tx) =>
      setPlan(tx, await userNamed(tx, email), plan, { by: nobody, now: systemClock.now() }),
    )
    console.log(`${email} is on plan ${plan}, ${plans[plan].name}.`)
  })
