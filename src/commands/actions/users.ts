import { type PlanId, plans } from '../../domain/plans.ts'
import { countUsers, listUsers } from '../../store/people/users.ts'
import { isoTime, systemClock } from '../../system/clock.ts'
import { changePlan as setPlan } from '../../usecases/admin/change-plan.ts'
import { newUser } from '../../usecases/admin/new-user.ts'
import { showUser } from '../../usecases/admin/show-admin.ts'
import { nobody } from '../../usecases/audit.ts'
import { type ListOptions, printRows } from '../client/print.ts'
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

export const showUsers = (options: ListOptions): Promise<void> =>
  withStore(async ({ database }) => {
    const rows = await listUsers(database.read, { offset: 0, limit: maxListed })
    printRows(
      options,
      { users: rows.map(showUser), meta: { page: 1, per_page: maxListed, total: await countUsers(database.read) } },
      rows.map(({ id, email, plan_id, created_at }) => ({
        id,
        email,
        plan: plans[plan_id].name,
        created_at: isoTime(created_at),
      })),
    )
  })

export const changePlan = (email: string, plan: PlanId): Promise<void> =>
  withStore(async ({ database }) => {
    await database.transaction(async (tx) =>
      setPlan(tx, await userNamed(tx, email), plan, { by: nobody, now: systemClock.now() }),
    )
    console.log(`${email} is on plan ${plan}, ${plans[plan].name}.`)
  })
