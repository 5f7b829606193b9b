import { setTimeout as sleep } from 'node:timers/promises'
import type { Ask, Client, Reply } from '../../harness/client.ts'

const pause = 100 // milliseconds
/** In milliseconds; generous, since several processes may have to start meanwhile. */
const patience = 120_000

/** Asks until there is an answer that says how it went: whoever was killed, the same request with the same key. */
export async function insist(
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

/** What fetch says where nobody listens, or where the other side is gone in the middle. */
function notReached(error: unknown): null {
  if (error instanceof TypeError) return null
  throw error
}
