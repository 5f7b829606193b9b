import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../engine/database.ts'
import type { Tables } from '../tables.ts'

/** One step from a version of the database to the next; it runs in a transaction with all the others that are due. */
export type Migration = (db: Kysely<Tables>, kind: DatabaseKind) => Promise<void>
