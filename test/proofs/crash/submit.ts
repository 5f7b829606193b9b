import { setTimeout as sleep } from 'node:timers/promises'
import type { Ask, Client, Reply } from '../../harness/client.ts'

const pause = 100 // milliseconds
/** In milliseconds; generous, because several processes may have to start in the meantime. */
const patience = 120_000

/** Repeats the same request with the same key until a response has the result, even if processes are killed. */
export async function sendUntilAnswered(
  client: Client,
  method: string,
  path: string,
  ask: Ask,
  signal?: AbortSignal,
): Promise<Reply> {
  const begun = performance.now()
  for (;;) {
    const reply = await client(method, path, ask).catch((error: unknown) => notReached(error))
    if (reply && !isPassing(reply)) return reply
    signal?.throwIfAborted()
    if (performance.now() - begun > patience)
      throw new Error(`${method} ${path} came to nothing: ${reply?.text ?? 'no answer'}`)
    await sleep(pause)
  }
}

const isPassing = ({ status, body }: Reply): boolean =>
  status >= 500 || (status === 409 && body?.error?.code === 'idempotency_in_progress')

/** The errors of fetch if no server listens, or if the server disconnects. */
function notReached(error: unknown): null {
  if (error instanceof TypeError) return null
  throw error
}
