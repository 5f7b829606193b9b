import type { Platform } from '../shared/platform.ts'
import { discover } from './account.ts'
import { readPlaylists } from './choices.ts'
import { comment } from './comment.ts'
import { readComments } from './comments.ts'
import { comment as commentRule, postTypes } from './limits.ts'
import { login } from './login.ts'
import { readAudience, readMetrics } from './metrics.ts'
import { options } from './options.ts'
import { plan } from './plan.ts'
import { addToPlaylist, checkPlaylist } from './playlist.ts'
import { post } from './post.ts'
import { processing } from './processing.ts'
import { readPostUrl } from './published.ts'
import { reply } from './reply.ts'
import { settings } from './settings.ts'
import { signInRefusals } from './sign-in-refusals.ts'
import { thumbnail } from './thumbnail.ts'
import { upload } from './upload.ts'
import { validate } from './validate.ts'

export const youtube = {
  name: 'youtube',
  aliases: [],
  title: 'YouTube',
  postTypes,
  options,
  supports: {
    readComments: true,
    reply: true,
    metrics: true,
    audience: true,
    firstComments: 3,
    thumbnails: true,
    altText: false,
  },
  comment: commentRule,
  app: 'GOOGLE',
  validate,
  readPostUrl,
  check: {
    options: () => ({ privacy_status: 'private' }),
    hidden: { option: 'privacy_status', value: 'private', what: 'comments' },
  },
  live: {
    hosts: {
      accounts: 'https://accounts.google.com',
      oauth: 'https://oauth2.googleapis.com',
      api: 'https://www.googleapis.com',
      web: 'https://www.youtube.com',
    },
    settings,
    endedSettings: ['chunk_bytes'],
    ...login,
    signInRefusals,
    discover,
    plan,
    actions: { checkPlaylist, upload, post, processing, thumbnail, addToPlaylist, comment },
    readComments,
    reply,
    readMetrics,
    readAudience,
    choices: { playlist_id: readPlaylists },
  },
} as const satisfies Platform
