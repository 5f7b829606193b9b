import type { Admission, Sender } from '../calls/calls.ts'
import type { Sealer } from '../crypto/seal.ts'
import { createConfirmations } from './confirmations.ts'
import type { createServe, Message, ServeServices } from './serve.ts'

interface McpServices extends Omit<ServeServices, 'confirmations'> {
  readonly sealer: Sealer
}

/** Serves assistants by the Model Context Protocol. */
export interface McpDoor {
  /** Authenticates and counts one message, before its body is read. */
  readonly admit: (sender: Sender) => Promise<Admission>
  readonly answer: (message: Message) => Promise<Response>
}

export function createMcpDoor({ sealer, ...services }: McpServices): McpDoor {
  const confirmations = createConfirmations(sealer, services.clock)
  let serve: ReturnType<typeof createServe> | undefined
  return {
    admit: (sender) => services.calls.admit(sender),
    async answer(message) {
      // The protocol takes 14 MB of memory, which an instance without assistants does not need.
      serve ??= (await import('./serve.ts')).createServe({ ...services, confirmations })
      return serve(message)
    },
  }
}
