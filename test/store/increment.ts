import { type Database, openDatabase } from '../../src/store/engine/database.ts'

/** Reads a user’s number, gives others a chance to write, and writes the number plus one. */
export const increment = (database: Database, email: string): Promise<void> =>
  database.transaction(async (tx) => {
    const { created_at } = await tx
      .selectFrom('users')
      .select('created_at')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await new Promise(setImmediate)
    await tx
      .updateTable('users')
      .set({ created_at: created_at + 1 })
      .where('email', '=', email)
      .execute()
  })

if (import.meta.main) {
  const [where = '', email = '', times = ''] = process.argv.slice(2)
  const database = openDatabase(where.startsWith('postgres') ? { url: where } : { file: where })
  for (let at = 0; at < Number(times); at++) await increment(database, email)
  await database.close()
}
