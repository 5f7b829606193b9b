import { draw } from '../../scripts/test-draw.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { databaseKinds } from './database.ts'

/** `npm run proofs` sets it and prints it. Without it, everything runs on both databases. */
const seed = process.env.POLYPOST_TEST_SEED

/** Whether this database is the one for a case that does not depend on the database. The seed draws one for each case. */
export function isDrawn(kind: DatabaseKind, name: string): boolean {
  if (seed === undefined || databaseKinds.length === 1) return true
  return kind === databaseKinds[draw(seed, name, databaseKinds.length)]
}
