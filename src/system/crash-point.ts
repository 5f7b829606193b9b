const armed = process.env.NODE_ENV === 'test' ? process.env.CRASH_AT : undefined

/** Kills the process here, without any clean-up, when a test has asked for it. Does nothing otherwise. */
export function crashPoint(name: string): void {
  if (name === armed) process.kill(process.pid, 'SIGKILL')
}
