import { sql } from 'kysely'
import type { PlanId } from '../domain/plans.ts'
import type { Reader, Transaction } from './engine/database.ts'

interface Tokens {
  readonly input: number
  readonly output: number
}

interface UsedTokens extends Tokens {
  readonly profileId: string
  /** `YYYY-MM`, UTC. */
  readonly month: string
}

export async function addModelTokens(tx: Transaction, { profileId, month, input, output }: UsedTokens): Promise<void> {
  await tx
    .insertInto('model_usage')
    .values({ profile_id: profileId, month, input_tokens: input, output_tokens: output })
    .onConflict((conflict) =>
      conflict.columns(['profile_id', 'month']).doUpdateSet({
        input_tokens: sql`model_usage.input_tokens + excluded.input_tokens`,
        output_tokens: sql`model_usage.output_tokens + excluded.output_tokens`,
      }),
    )
    .execute()
}

/** For all profiles of a user. `month` is `YYYY-MM`, UTC. */
export async function countModelTokens(db: Reader, userId: number, month: string): Promise<Tokens> {
  const used = await summed(db)
    .where('profile_id', 'in', (e) => e.selectFrom('profiles').select('profiles.id').where('user_id', '=', userId))
    .where('month', '=', month)
    .executeTakeFirstOrThrow()
  return tokens(used)
}

/** The plan of a profile's user, and how many tokens all profiles of the user have used. `month` is `YYYY-MM`, UTC. */
export async function modelUseOf(
  db: Reader,
  profileId: string,
  month: string,
): Promise<{ readonly plan: PlanId; readonly used: number }> {
  const user = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['users.id', 'users.plan_id'])
    .where('profiles.id', '=', profileId)
    .executeTakeFirstOrThrow()
  const { input, output } = await countModelTokens(db, user.id, month)
  return { plan: user.plan_id, used: input + output }
}

/** For all users, since the first day. */
export const countAllModelTokens = async (db: Reader): Promise<Tokens> =>
  tokens(await summed(db).executeTakeFirstOrThrow())

const summed = (db: Reader) =>
  db
    .selectFrom('model_usage')
    .select((e) => [
      e.fn.sum<number | null>('input_tokens').as('input'),
      e.fn.sum<number | null>('output_tokens').as('output'),
    ])

const tokens = ({ input, output }: { input: unknown; output: unknown }): Tokens => ({
  input: Number(input ?? 0),
  output: Number(output ?? 0),
})
