/** A command can't be done as it was asked; the message says what to do instead. */
export class CommandFault extends Error {}
