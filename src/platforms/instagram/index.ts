import type { Platform } from '../shared/platform.ts'
import { discover } from './account.ts'
import { comment } from './comment.ts'
import { readComments } from './comments.ts'
import { container } from './container.ts'
import { cover } from './cover.ts'
import { jpeg } from './jpeg.ts'
import { comment as commentRule, postTypes } from './limits.ts'
import { login } from './login.ts'
import { readAudience, readMetrics } from './metrics.ts'
import { options } from './options.ts'
import { plan } from './plan.ts'
import { post } from './post.ts'
import { readPostUrl } from './published.ts'
import { quota } from './quota.ts'
import { ready } from './ready.ts'
import { reply } from './reply.ts'
import { settings } from './settings.ts'
import { signInRefusals } from './sign-in-refusals.ts'
import { sponsors } from './sponsors.ts'
import { fetches, validate } from './validate.ts'

export const instagram = {
  name: 'instagram',
  aliases: [],
  family: 'meta',
  title: 'Instagram',
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
  app: 'INSTAGRAM',
  validate,
  fetches,
  readPostUrl,
  live: {
    hosts: {
      api: 'https://graph.instagram.com',
      token: 'https://api.instagram.com',
      web: 'https://www.instagram.com',
      graph: 'https://graph.facebook.com',
      dialog: 'https://www.facebook.com',
      upload: 'https://rupload.facebook.com',
    },
    settings,
    ...login,
    signInRefusals,
    discover,
    plan,
    actions: { quota, jpeg, sponsors, container, ready, post, cover, comment },
    readComments,
    reply,
    readMetrics,
    readAudience,
  },
} as const satisfies Platform
