import { sql } from 'kysely'

/** A condition of every claim, so that nothing is claimed from the moment when the database is held. */
export const notHeld = sql<boolean>`not exists (select 1 from instance where held_at is not null)`
