import { z } from 'zod'
import { OutboundFault } from '../outbound/fault.ts'
import { RefusedCall, Unreadable } from '../platforms/shared/call.ts'

/** Why a platform did not answer, as a message for people. Any other error is a bug, and is thrown again. */
export function whyUnreachable(error: unknown): string {
  if (error instanceof OutboundFault || error instanceof RefusedCall) return error.message
  if (error instanceof Unreadable || error instanceof z.ZodError) return 'The platform’s response could not be read.'
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'The platform did not answer in time.'
  throw error
}
