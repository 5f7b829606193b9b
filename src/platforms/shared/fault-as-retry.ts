import { z } from 'zod'
import type { Refusal } from '../../domain/outcome.ts'
import { isFault, Unreadable } from './call.ts'

/**
 * For a call that publishes nothing, within a step that does: it can be repeated, so a failed call is a retry and leaves
 * no doubt. `title` is what people call the platform.
 */
export async function faultAsRetry<T>(
  title: string,
  call: Promise<T>,
): Promise<T | Extract<Refusal, { readonly type: 'retry' }>> {
  try {
    return await call
  } catch (error) {
    if (!isFault(error) && !(error instanceof Unreadable) && !(error instanceof z.ZodError)) throw error
    return {
      type: 'retry',
      error: 'platform_unavailable',
      message: isFault(error) && error instanceof Error ? error.message : `The response of ${title} could not be read.`,
    }
  }
}
