import type { Platform } from '../shared/platform.ts'
import { discover } from './account.ts'
import { comment } from './comment.ts'
import { readComments } from './comments.ts'
import { cover } from './cover.ts'
import { image } from './image.ts'
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
import { validate } from './validate.ts'
import { video } from './video.ts'

export const linkedin = {
  name: 'linkedin',
  aliases: [],
  title: 'LinkedIn',
  postTypes,
  options,
  supports: {
    readComments: true,
    reply: true,
    metrics: true,
    audience: true,
    firstComments: 3,
    thumbnails: true,
    altText: true,
  },
  comment: commentRule,
  app: 'LINKEDIN',
  validate,
  readPostUrl,
  check: {
    // A Page has no connections.
    options: ({ accountType }) => (accountType === 'page' ? {} : { visibility: 'CONNECTIONS' }),
    byHand: [
      'Run the check with an app that has Community Management and with one that has not: LinkedIn may not let the second read the state of its own video.',
    ],
  },
  live: {
    hosts: { api: 'https://api.linkedin.com', web: 'https://www.linkedin.com' },
    settings,
    ...login,
    signInRefusals,
    discover,
    plan,
    actions: { image, video, processing, post, cover, comment },
    readComments,
    reply,
    readMetrics,
    readAudience,
  },
} as const satisfies Platform
