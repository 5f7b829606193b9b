const isTest = process.env.NODE_ENV === 'test'

/** `<name>`, or `<name>#<n>` for the n-th time that it is passed. */
let armed = isTest ? process.env.CRASH_AT : undefined
let passed = 0

// A test may arm a process that has run for a while, by a message. Whoever only listens for that may end.
if (isTest && process.channel) {
  process.on('message', (point) => {
    armed = String(point)
    passed = 0
  })
  process.channel.unref()
}

/** Kills the process here, without any clean-up, when a test has asked for it. Does nothing otherwise. */
export function crashPoint(name: string): void {
  if (armed === undefined) return
  const [point, time = '1'] = armed.split('#')
  if (name !== point) return
  passed += 1
  if (passed === Number(time)) process.kill(process.pid, 'SIGKILL')
}
