/** Two signals so close together are one: a terminal and npm both pass Ctrl-C on. */
const sameSignal = 500

/** The first signal stops in order, a second one at once. */
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
