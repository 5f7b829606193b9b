import type { JobError } from '../domain/job-error.ts'
import { second } from '../domain/time.ts'
import type { AccountContext } from '../platforms/shared/context.ts'
import type { ReadResult } from '../platforms/shared/reads.ts'
import type { AccountRow } from '../store/accounts/accounts.ts'
import type { CallAs } from './call-as.ts'
import type { PlatformOperation } from './contexts.ts'
import { whyUnreachable } from './unreachable.ts'

/** Why something could not be read from a platform. */
export interface Unread {
  readonly type: 'unread'
  readonly code: 'reconnect_required' | 'rate_limited' | 'platform_error'
  readonly error: JobError
  readonly message: string
}

/** The caller waits for it. In milliseconds. */
export const longestRead = 20 * second

/** Reads as an account. Errors of the platform are returned, at the latest when the signal aborts. */
export async function readAs<T>(
  callAs: CallAs,
  account: Pick<AccountRow, 'id'>,
  operation: PlatformOperation,
  read: (context: AccountContext) => Promise<ReadResult<T>>,
  signal = AbortSignal.timeout(longestRead),
): Promise<Extract<ReadResult<T>, { type: 'read' }> | Unread> {
  const tooLate = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  try {
    signal.throwIfAborted()
    // A renewal of the login is completed, however long it takes.
    const said = await Promise.race([callAs(account, { operation, signal, isAside: true }, read), tooLate])
    if (said.type === 'read') return said
    const error = said.type === 'unknown' ? 'platform_unavailable' : said.error
    return { type: 'unread', code: codeOf(said.type, error), error, message: said.message }
  } catch (error) {
    return {
      type: 'unread',
      code: 'platform_error',
      error: 'platform_unavailable',
      message: whyUnreachable(error),
    }
  }
}

const codeOf = (type: 'reconnect' | 'retry' | 'rejected' | 'unknown', error: JobError): Unread['code'] => {
  if (type === 'reconnect') return 'reconnect_required'
  return error === 'rate_limited' || error === 'quota_exhausted' ? 'rate_limited' : 'platform_error'
}
