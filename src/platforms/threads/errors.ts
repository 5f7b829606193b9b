import { hour } from '../../domain/time.ts'
import type { Answer } from '../shared/call.ts'
import { graphErrorIn, graphRefusals } from '../shared/meta-errors.ts'
import type { RefusalRow } from '../shared/refusals.ts'
import { login } from './login.ts'

/** So long that the tries of a job span the day over which Threads counts. */
const quotaPause = 6 * hour

/**
 * Sources: developers.facebook.com, Threads API, 2026-04; other rows as noted. The codes that all of Meta's have in common
 * come after them.
 */
const rows: readonly RefusalRow[] = [
  // No page says what Threads answers here; its containers are those of Instagram, which has these.
  {
    codes: ['9', '/2207042'],
    next: 'later',
    error: 'quota_exhausted',
    message: 'The account has reached the daily limit of Threads.',
    pause: quotaPause,
  },
  // The post may be live in spite of it (postiz-app issue 1681, of Instagram).
  {
    codes: ['/2207051'],
    asked: ['post'],
    next: 'broken',
    error: 'platform_unavailable',
    message: 'Threads has restricted the account.',
  },
  // “The user is restricted from this action”: nothing is published until a person acts (Postiz, 2026-08).
  {
    codes: ['/4279013'],
    next: 'reconnect',
    error: 'reconnect_required',
    message:
      'Threads has restricted the account. Open Threads to see why. When the account may post again, connect it again.',
  },
  {
    codes: ['/2207051'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'Threads has restricted the account. Open Threads to see why.',
  },
  // Comes for what was made seconds ago: a container, its items, the post that is answered (trypost, Postiz, 2026-08).
  {
    codes: ['24', '/4279004'],
    next: 'broken',
    error: 'platform_unavailable',
    message: 'Threads does not find the new post or media yet.',
  },
  {
    says: /LINK_LIMIT_EXCEEDED/,
    next: 'rejected',
    error: 'content_rejected',
    message: 'Threads accepts at most five different links in a post.',
  },
  {
    says: /^(?:\(#100\) )?Param text\b/,
    next: 'rejected',
    error: 'content_rejected',
    message: 'Threads does not accept the text.',
  },
  // Often it passes (Postiz, 2026-08).
  {
    says: /could not be fetched|failed to (?:download|fetch)/i,
    asked: ['media'],
    next: 'broken',
    error: 'media_rejected',
    message: 'Threads could not fetch a media file from the media host of this instance.',
  },
  // Of Instagram's table of errors (2026-06-02): too large, of another format, of another shape.
  {
    codes: ['36000', '36001', '36003', '352'],
    next: 'rejected',
    error: 'media_rejected',
    message: 'Threads does not accept a media file of this post.',
  },
]

export const { refusal, refused, quoted } = graphRefusals('Threads', rows, {
  name: 'threads',
  of: () => login.connect,
})

/** "Media Not Found": also of a container that was just said to be finished. */
const notFound = 4_279_009
const restricted = 2_207_051

/** Refusals to publish that the container's status has to explain; null is any other. */
export function publishingFault(answer: Answer): 'not found' | 'restricted' | null {
  if (answer.status >= 500) return null
  const subcode = graphErrorIn(answer)?.subcode
  if (subcode === notFound) return 'not found'
  return subcode === restricted ? 'restricted' : null
}
