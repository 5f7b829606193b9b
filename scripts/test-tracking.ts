import asyncHooks, { type AsyncHook, createHook } from 'node:async_hooks'

/**
 * Node's test runner follows every promise and socket to know in which suite a test is declared. That takes a fifth of the
 * processor time of our tests, and is useful only until all tests are declared. So this module keeps the runner's hook; it
 * must be loaded before `node:test`.
 */
let tracking: AsyncHook | undefined

asyncHooks.createHook = (callbacks) => {
  asyncHooks.createHook = createHook
  tracking = createHook(callbacks)
  return tracking
}

/**
 * To be called when the first suite runs: all tests are declared before. An error that no test catches still fails the
 * process, but the runner no longer knows its test, so its stack is printed.
 */
export function stopTracking(): void {
  if (!tracking) return
  tracking.disable()
  tracking = undefined
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error: unknown) => console.error(error))
  // If nobody reads what this process prints, printing fails. That error would be printed too, and fail again, without end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(1))
}
