/** An expected fault: its message says what happened and what to do, so the command line prints it without a stack. */
export class ReadableFault extends Error {}
