import { ReadableFault } from '../domain/readable-fault.ts'

/** A command cannot do what was requested; the message says what to do instead. */
export class CommandFault extends ReadableFault {}
