import type { Platform } from '../shared/platform.ts'
import { discover } from './account.ts'
import { readCommunities } from './choices.ts'
import { comment } from './comment.ts'
import { comment as commentRule, postTypes } from './limits.ts'
import { login } from './login.ts'
import { readAudience, readMetrics } from './metrics.ts'
import { options } from './options.ts'
import { plan } from './plan.ts'
import { post, postImage } from './post.ts'
import { readPostUrl } from './published.ts'
import { settings } from './settings.ts'
import { signInRefusals } from './sign-in-refusals.ts'
import { upload } from './upload.ts'
import { validate } from './validate.ts'

export const reddit = {
  name: 'reddit',
  aliases: [],
  title: 'Reddit',
  postTypes,
  instead: { video: 'Post a link to where the video is hosted: set the option `url` to its address.' },
  options,
  requires: ['subreddit'],
  supports: {
    readComments: false,
    reply: false,
    metrics: true,
    audience: true,
    firstComments: 3,
    thumbnails: false,
    altText: false,
  },
  comment: commentRule,
  app: 'REDDIT',
  validate,
  readPostUrl,
  toTry: { subreddit: 'test', url: 'https://example.com/' },
  check: { options: ({ username }) => ({ subreddit: username === null ? 'test' : `u_${username}` }) },
  live: {
    hosts: { api: 'https://oauth.reddit.com', web: 'https://www.reddit.com' },
    settings,
    ...login,
    signInRefusals,
    discover,
    plan,
    actions: { upload, post, postImage, comment },
    readMetrics,
    readAudience,
    choices: { subreddit: readCommunities },
  },
} as const satisfies Platform
