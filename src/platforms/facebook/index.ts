import type { Platform } from '../shared/platform.ts'
import { discover } from './account.ts'
import { comment } from './comment.ts'
import { readComments } from './comments.ts'
import { cover, thumbnail } from './cover.ts'
import { comment as commentRule, postTypes } from './limits.ts'
import { login } from './login.ts'
import { readAudience, readMetrics } from './metrics.ts'
import { options } from './options.ts'
import { photo } from './photo.ts'
import { plan } from './plan.ts'
import { post } from './post.ts'
import { photoStory, videoStory } from './post-story.ts'
import { feedVideo, reel } from './post-video.ts'
import { processing } from './processing.ts'
import { readPostUrl } from './published.ts'
import { reply } from './reply.ts'
import { upload as session } from './session.ts'
import { settings } from './settings.ts'
import { signInRefusals } from './sign-in-refusals.ts'
import { validate } from './validate.ts'
import { video } from './video.ts'

export const facebook = {
  name: 'facebook',
  aliases: [],
  family: 'meta',
  title: 'Facebook',
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
  app: 'META',
  validate,
  readPostUrl,
  check: { byHand: ['A large video, which is uploaded in several parts. Run the check again with --video FILE.'] },
  live: {
    hosts: {
      graph: 'https://graph.facebook.com',
      video: 'https://graph-video.facebook.com',
      upload: 'https://rupload.facebook.com',
      web: 'https://www.facebook.com',
    },
    settings,
    ...login,
    signInRefusals,
    discover,
    plan,
    actions: {
      photo,
      video,
      session,
      processing,
      cover,
      post,
      feedVideo,
      reel,
      photoStory,
      videoStory,
      thumbnail,
      comment,
    },
    readComments,
    reply,
    readMetrics,
    readAudience,
  },
} as const satisfies Platform
