import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../engine/database.ts'
import type { Tables } from '../tables.ts'

/** A step from one version of the database to the next. All due steps run in one transaction. */
export type Migration = (db: Kysely<Tables>, kind: DatabaseKind) => Promise<void>
