import { ReadableFault } from '../domain/readable-fault.ts'

/** A command cannot do what was requested; the message says what to do instead. */
export class CommandFault extends ReadableFault {}

/** Faults that the operator can fix are one sentence; all others are bugs, and are shown with their stack. */
export function explainFault(error: unknown): string {
  if (error instanceof ReadableFault) return `polypost: ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
