import type { FaultCase, Place, Way } from './tested.ts'

/** The way to make a post call the operation, if text alone needs only the commit. */
export function usualWay(met: FaultCase): Way {
  const { operation } = met
  if (needsVideo(met)) return { media: 'video' }
  if (operation === 'upload') return { media: 'image' }
  if (operation === 'account') return { message: (_, who) => `About @${who.username}.` }
  return usualMessage(met)
}

/** A text that makes the post renew its login, or be searched. */
export function usualMessage({ operation }: FaultCase): Pick<Way, 'message'> {
  if (operation === 'token') return { message: (about) => `${about} [[sandbox:token_expired]]` }
  return operation === 'read' ? { message: (about) => `${about} [[sandbox:server_error_after]]` } : {}
}

/** It causes a renewal of the login. */
export const endsToken = ({ kind }: FaultCase): boolean => kind === 'token_expired' || kind === 'token_revoked'

const needsVideo = ({ operation, kind }: FaultCase): boolean =>
  operation === 'status' || (operation === 'upload' && (kind === 'slow_processing' || kind === 'processing_failed'))

/**
 * Of cases with calls of the same operations, some of which use faults set by the control API, one runs at a
 * time. A video makes calls of all kinds on Bluesky, so it needs its own sandbox.
 */
export const usualPlace =
  (platform: string) =>
  (met: FaultCase): Place => {
    const { operation } = met
    if (operation === 'read') return { bench: 'second', line: `${platform} read` }
    const isMixed = operation === 'upload' && (needsVideo(met) || endsToken(met))
    if (operation === 'status' || operation === 'account' || isMixed)
      return { bench: 'second', line: `${platform} video` }
    if (operation === 'upload') return { bench: 'first', line: `${platform} upload` }
    return { bench: 'first', line: operation === 'token' || endsToken(met) ? `${platform} token` : null }
  }

/** A fault in a text affects only that text; any other fault affects the next call. */
export const isInText = ({ operation }: Pick<FaultCase, 'operation'>): boolean =>
  operation === 'create' || operation === 'comment'

/**
 * For a platform whose every post makes calls of all kinds: a fault set by the control API affects no other case
 * if such cases run one after another, on a sandbox without other cases of the platform.
 */
export const oneAtATime =
  (platform: string) =>
  (met: FaultCase): Place =>
    isInText(met) ? { bench: 'first', line: null } : { bench: 'second', line: platform }

/** A sample of the cases: lost responses, and an error that ends the login. */
export const isSampled = ({ operation, kind }: FaultCase): boolean =>
  operation === 'create' && ['timeout_before', 'server_error_after', 'malformed_json', 'token_expired'].includes(kind)
