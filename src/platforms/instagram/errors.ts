import { hour } from '../../domain/time.ts'
import { graphRefusals } from '../shared/meta-errors.ts'
import type { RefusalRow } from '../shared/refusals.ts'
import { connectOf } from './login.ts'

const rejected = (codes: readonly string[], error: RefusalRow['error'], message: string): RefusalRow => ({
  codes,
  next: 'rejected',
  error,
  message,
})

/** Temporary faults of a container: another one is made. */
const passing = ['2207001', '2207003', '2207020', '2207032', '2207052', '2207053', '2207077', '2207082']

/** When to try again after the day's limit: it is not known when the earliest post of these 24 hours leaves them. */
export const quotaPause = 6 * hour

/** The account is restricted, but the post may be published (postiz-app issue 1681). */
const restricted = '4/2207051'

/** developers.facebook.com, Instagram Platform: Error Codes, 2026-06-02; other rows as noted. */
const rows: readonly RefusalRow[] = [
  {
    codes: [restricted],
    asked: ['post'],
    next: 'broken',
    error: 'platform_rejected',
    message: 'Instagram currently restricts what this account can do.',
  },
  rejected([restricted], 'platform_rejected', 'Instagram currently restricts what this account can do. Try tomorrow.'),
  {
    codes: ['/2207042'],
    next: 'later',
    error: 'quota_exhausted',
    message: 'Instagram accepts no more posts from this account today.',
    pause: quotaPause,
  },
  {
    codes: ['9004', '/2207052'],
    next: 'broken',
    error: 'platform_unavailable',
    message:
      'Instagram could not fetch a file from the media host. The media host must be reachable from the internet.',
  },
  {
    codes: [...passing.map((one) => `/${one}`), '24/2207006', '24/2207008', '36001/2207084', '/2207027'],
    next: 'broken',
    error: 'platform_unavailable',
    message: 'Instagram could not accept the media at the moment.',
  },
  rejected(
    ['/2207050'],
    'platform_rejected',
    'Instagram has restricted the account. Open the Instagram app and follow its instructions.',
  ),
  // Postiz, 2026-08.
  rejected(['/2207081'], 'content_rejected', 'Instagram lets this account make no trial Reels.'),
  rejected(['352', '36000', '36001', '36003'], 'media_rejected', 'Instagram does not take the media.'),
  rejected(['36004'], 'content_rejected', 'Instagram finds the caption too long.'),
]

export const { refusal, refused, quoted } = graphRefusals('Instagram', rows, { name: 'instagram', of: connectOf })

export const isPassing = (code: string): boolean => passing.includes(code)

/** The container is not ready yet. */
export const notReady = 2207027
/** The container no longer exists. */
export const gone: readonly number[] = [2207006, 2207008, 2207020]
export const isRestricted = 2207051
