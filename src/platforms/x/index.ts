import type { Platform } from '../shared/platform.ts'
import { discover } from './account.ts'
import { altText } from './alt-text.ts'
import { comment } from './comment.ts'
import { commentsReach, findComment, readComments } from './comments.ts'
import { comment as commentRule, postTypes } from './limits.ts'
import { login } from './login.ts'
import { readAudience, readMetrics } from './metrics.ts'
import { options } from './options.ts'
import { plan } from './plan.ts'
import { post } from './post.ts'
import { processing } from './processing.ts'
import { readPostUrl } from './published.ts'
import { reply } from './reply.ts'
import { settings } from './settings.ts'
import { signInRefusals } from './sign-in-refusals.ts'
import { upload } from './upload.ts'
import { validate } from './validate.ts'

export const x = {
  name: 'x',
  aliases: ['twitter'],
  title: 'X',
  postTypes,
  options,
  supports: {
    readComments: true,
    reply: true,
    metrics: true,
    audience: true,
    firstComments: 3,
    thumbnails: false,
    altText: true,
  },
  comment: commentRule,
  app: 'X',
  validate,
  readPostUrl,
  check: { byHand: ['A video of more than 140 seconds. Run the check again with --video FILE.'] },
  live: {
    hosts: { api: 'https://api.x.com', web: 'https://x.com' },
    settings,
    endedSettings: ['chunk_bytes'],
    ...login,
    signInRefusals,
    discover,
    plan,
    actions: { upload, processing, altText, post, comment },
    readComments,
    commentsReach,
    findComment,
    listingCosts: true,
    reply,
    readMetrics,
    readAudience,
  },
} as const satisfies Platform
