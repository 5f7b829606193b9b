/** Others were in the way for as long as one waits for them. Nothing was done; later it may go through. */
export class Crowded extends Error {
  /** What PostgreSQL calls it, whichever database it is. */
  readonly code = '40001'
}
