import { follow, type LiveMessage } from './follow.ts'

// One stream for all tabs of the browser: an instance limits the streams of a user.
const channel = new BroadcastChannel('polypost-live')
let running: AbortController | null = null

function start(): void {
  running?.abort()
  const mine = new AbortController()
  running = mine
  const send = (message: LiveMessage) => {
    if (!mine.signal.aborted) channel.postMessage(message)
  }
  void follow(self.location.origin, send, mine.signal).finally(() => {
    if (running === mine) running = null
  })
}

// A page that comes, or whose user in view changed, asks for a stream.
self.addEventListener('connect', () => {
  if (running === null) start()
})
channel.addEventListener('message', ({ data }) => {
  if (data === 'restart') start()
})
