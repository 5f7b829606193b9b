import { minute } from '../../domain/time.ts'
import { graphRefusals } from '../shared/meta-errors.ts'
import { errorByRequest, type RefusalRow } from '../shared/refusals.ts'
import { connect } from './login.ts'

/** Sources: developers.facebook.com, page/videos (2026-09), and the codes that postiz-app knows (2026-08-21). */
const rows: readonly RefusalRow[] = [
  {
    codes: ['/1366051', '1366051'],
    next: 'rejected',
    error: 'duplicate_content',
    message: 'These photos are already in a post on Facebook.',
  },
  {
    codes: ['/1366046', '1366046'],
    next: 'rejected',
    error: 'media_rejected',
    message: 'Facebook does not accept this photo: it is too large or of an unsupported type.',
  },
  {
    codes: ['382', '6000', '/1363030', '/2069019', '2069019'],
    next: 'rejected',
    error: 'media_rejected',
    message: 'Facebook does not accept this video.',
  },
  {
    codes: ['6001'],
    next: 'broken',
    error: 'platform_unavailable',
    message: 'Facebook had a problem with the upload.',
  },
  {
    codes: ['1609005', '/1609005', '1609008', '/1609008', '2061006', '/2061006'],
    next: 'rejected',
    error: 'content_rejected',
    message: 'Facebook does not accept the link.',
  },
  {
    codes: ['1390008', '/1390008'],
    next: 'later',
    error: 'rate_limited',
    message: 'Facebook limits how fast the Page may publish.',
    pause: 10 * minute,
  },
  {
    codes: ['1346003', '/1346003', '1404102', '/1404102'],
    next: 'rejected',
    error: 'content_rejected',
    message: 'Facebook considers the content abusive.',
  },
  {
    codes: ['1404078', '/1404078', '1404112', '/1404112', '4854002', '/4854002'],
    next: 'rejected',
    error: 'platform_rejected',
    message:
      'Facebook requires an action from the people who manage the Page before the Page can publish. Open Facebook to see which.',
  },
  {
    codes: ['ProcessingFailedError'],
    next: 'rejected',
    error: errorByRequest,
    message: 'Facebook could not process it.',
  },
]

export const { refusal, refused, quoted } = graphRefusals('Facebook', rows, { name: 'facebook', of: () => connect })
