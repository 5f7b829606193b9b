import { ReadableFault } from '../domain/readable-fault.ts'
import { fileSentence } from './file-sentence.ts'

/** A command cannot do what was requested; the message says what to do instead. */
export class CommandFault extends ReadableFault {}

/** The command was used in a wrong way. */
export class WrongUse extends CommandFault {}

/** Faults that the operator can fix are one sentence; all others are bugs, and are shown with their stack. */
export function explainFault(error: unknown): string {
  const words = error instanceof ReadableFault ? error.message : fileSentence(error)
  if (words !== null) return `polypost: ${words}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
