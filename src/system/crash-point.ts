const isTest = process.env.NODE_ENV === 'test'

/** `<name>`, or `<name>#<n>` for the n-th pass. */
let armed = isTest ? process.env.CRASH_AT : undefined
let passed = 0

// A test can set the crash point of a running process by a message. Listening for it does not keep the process alive.
if (isTest && process.channel) {
  process.on('message', (point) => {
    armed = String(point)
    passed = 0
  })
  process.channel.unref()
}

/** Kills the process here without any clean-up if a test requested it. */
export function crashPoint(name: string): void {
  if (armed === undefined) return
  const [point, time = '1'] = armed.split('#')
  if (name !== point) return
  passed += 1
  if (passed === Number(time)) process.kill(process.pid, 'SIGKILL')
}
