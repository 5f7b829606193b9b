import { defineAction } from '../shared/action.ts'
import type { Author } from '../shared/context.ts'
import { findUpload, finishUpload } from './file-upload.ts'
import { checkInbox } from './inbox.ts'
import { pullInput, uploadInput } from './plan.ts'
import { waitLimit } from './polling.ts'
import { profilePages } from './published.ts'
import { findPull, publishByUrl } from './pull-from-url.ts'
import { findPost } from './reconcile.ts'

const doubt = {
  // TikTok publishes an upload once, and a second attempt asks first and sends only what is missing. A pull without a
  // `publish_id` that is not found is never reported as absent.
  repeatable: () => true,
  settleTime: 0,
  lookAt: (_: unknown, author: Author) => profilePages(author),
}

/** Publishes a video whose bytes Polypost sends (`FILE_UPLOAD`). */
export const postFile = defineAction({
  kind: 'commit',
  waitLimit,
  input: uploadInput,
  perform: finishUpload,
  doubt: {
    ...doubt,
    reconcile: findUpload,
    search: ({ direct }, since, context) => findPost({ kind: 'video', direct, plannedAt: since }, context),
  },
  check: checkInbox,
})

/** Publishes photos or a video that TikTok fetches (`PULL_FROM_URL`). */
export const postPulled = defineAction({
  kind: 'commit',
  waitLimit,
  input: pullInput,
  perform: publishByUrl,
  doubt: { ...doubt, reconcile: findPull },
  check: checkInbox,
})
