import { type ChoreRow, claimChores } from '../store/chores.ts'
import type { Database } from '../store/engine/database.ts'
import { allOf, type Source, sourceOf } from './source.ts'

/** Regular work that is due. */
export const dueChores = (database: Database): Source<ChoreRow> =>
  sourceOf(database, 'chores', async (ask) => allOf(await database.step((tx) => claimChores(tx, ask))))
