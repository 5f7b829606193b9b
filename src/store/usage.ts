import type { Reader } from './database.ts'

/** `month` is `YYYY-MM`, UTC. */
export async function countModelTokens(db: Reader, userId: number, month: string) {
  const row = await db
    .selectFrom('model_usage')
    .innerJoin('profiles', 'profiles.id', 'model_usage.profile_id')
    .select((e) => [
      e.fn.sum<number | null>('input_tokens').as('input'),
      e.fn.sum<number | null>('output_tokens').as('output'),
    ])
    .where('profiles.user_id', '=', userId)
    .where('month', '=', month)
    .executeTakeFirstOrThrow()
  return { input: Number(row.input ?? 0), output: Number(row.output ?? 0) }
}
