/** Milliseconds within which two signals count as one: a terminal and npm both forward Ctrl-C. */
const sameSignal = 500

/** The first signal stops the service gracefully, a second one immediately. */
export function stopOnSignal(served: { readonly stop: () => Promise<void> }): void {
  let first: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (first === null) {
        first = performance.now()
        served.stop().then(
          () => process.exit(0),
          (error: unknown) => {
            console.error(error)
            process.exit(1)
          },
        )
      } else if (performance.now() - first > sameSignal) process.exit(1)
    })
}
