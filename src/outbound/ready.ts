import { once } from 'node:events'
import type { Socket } from 'node:net'

/** Returns the socket when it is connected; otherwise destroys it. */
export async function ready<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  // An error event without a listener ends the process, and the next owner does not listen yet.
  socket.on('error', () => {})
  try {
    await once(socket, event, { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
