import type { Platform } from '../shared/platform.ts'
import { discover } from './account.ts'
import { comment } from './comment.ts'
import { readComments } from './comments.ts'
import { comment as commentRule, postTypes } from './limits.ts'
import { login } from './login.ts'
import { readAudience, readMetrics } from './metrics.ts'
import { options } from './options.ts'
import { plan } from './plan.ts'
import { post } from './post.ts'
import { containers, jpeg } from './prepare.ts'
import { readPostUrl } from './published.ts'
import { reply } from './reply.ts'
import { settings } from './settings.ts'
import { signInRefusals } from './sign-in-refusals.ts'
import { validate } from './validate.ts'

export const threads = {
  name: 'threads',
  aliases: [],
  title: 'Threads',
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
  app: 'THREADS',
  validate,
  fetches: ({ media }) => media,
  readPostUrl,
  check: {
    byHand: ['The host of the sign-in: threads.com and www.threads.net are both in use. Note which one worked.'],
  },
  live: {
    hosts: { graph: 'https://graph.threads.net', auth: 'https://threads.com', web: 'https://www.threads.com' },
    settings,
    ...login,
    signInRefusals,
    discover,
    plan,
    actions: { jpeg, containers, post, comment },
    readComments,
    reply,
    readMetrics,
    readAudience,
  },
} as const satisfies Platform
