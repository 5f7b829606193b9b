import type { Platform } from '../shared/platform.ts'
import { discover } from './account.ts'
import { readComments } from './comments.ts'
import { comment as commentRule, postTypes } from './limits.ts'
import { linkCard } from './link-card.ts'
import { login } from './login.ts'
import { mentions } from './mentions.ts'
import { readAudience, readMetrics } from './metrics.ts'
import { options } from './options.ts'
import { plan } from './plan.ts'
import { comment, post } from './post.ts'
import { readPostUrl } from './published.ts'
import { reply } from './reply.ts'
import { upload } from './upload.ts'
import { validate } from './validate.ts'
import { processing, videoLimits, videoUpload } from './video.ts'

export const bluesky = {
  name: 'bluesky',
  aliases: [],
  title: 'Bluesky',
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
  app: null,
  validate,
  readPostUrl,
  live: {
    hosts: {
      entryway: 'https://bsky.social',
      plc: 'https://plc.directory',
      appview: 'https://public.api.bsky.app',
      video: 'https://video.bsky.app',
      web: 'https://bsky.app',
    },
    ...login,
    discover,
    plan,
    actions: { mentions, upload, videoLimits, videoUpload, processing, linkCard, post, comment },
    readComments,
    reply,
    readMetrics,
    readAudience,
  },
} as const satisfies Platform
