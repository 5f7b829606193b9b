import type { Admission, Calls, Sender } from '../calls/calls.ts'
import type { Operations } from '../contract/operations.ts'
import type { Sealer } from '../crypto/seal.ts'
import type { Clock } from '../system/clock.ts'
import { createConfirmations } from './confirmations.ts'
import type { Message } from './serve.ts'

interface McpServices {
  readonly calls: Calls
  readonly operations: Operations
  readonly sealer: Sealer
  readonly clock: Clock
}

/** Serves assistants by the Model Context Protocol. */
export interface McpDoor {
  /** Authenticates and counts one message, before its body is read. */
  readonly admit: (sender: Sender) => Promise<Admission>
  readonly answer: (message: Message) => Promise<Response>
}

export function createMcpDoor({ sealer, clock, ...services }: McpServices): McpDoor {
  const confirmations = createConfirmations(sealer, clock)
  return {
    admit: (sender) => services.calls.admit(sender),
    async answer(message) {
      // The protocol takes 14 MB of memory, which an instance without assistants does not need.
      const { serve } = await import('./serve.ts')
      return serve({ ...services, clock, confirmations }, message)
    },
  }
}
