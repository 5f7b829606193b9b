/** The database was too busy with other work. Nothing was done, and a later try may succeed. */
export class DatabaseBusy extends Error {
  /** PostgreSQL's code for a serialization failure, used for both databases. */
  readonly code = '40001'
}
