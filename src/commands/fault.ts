/** A command cannot do what was requested; the message says what to do instead. */
export class CommandFault extends Error {}
