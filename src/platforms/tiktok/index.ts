import { MiB } from '../../domain/bytes.ts'
import type { Platform } from '../shared/platform.ts'
import { discover } from './account.ts'
import { readPrivacyLevels } from './choices.ts'
import { creator } from './creator.ts'
import { postTypes } from './limits.ts'
import { login } from './login.ts'
import { readAudience, readMetrics } from './metrics.ts'
import { options } from './options.ts'
import { jpeg } from './photo.ts'
import { plan } from './plan.ts'
import { postFile, postPulled } from './post.ts'
import { readPostUrl } from './published.ts'
import { signInRefusals } from './sign-in-refusals.ts'
import { upload } from './upload.ts'
import { fetches, validate } from './validate.ts'

export const tiktok = {
  name: 'tiktok',
  aliases: [],
  title: 'TikTok',
  postTypes,
  options,
  supports: {
    readComments: false,
    reply: false,
    metrics: true,
    audience: true,
    firstComments: 0,
    thumbnails: true,
    altText: false,
  },
  comment: null,
  app: 'TIKTOK',
  validate,
  fetches,
  readPostUrl,
  toTry: { privacy_level: 'PUBLIC_TO_EVERYONE' },
  check: {
    options: () => ({ privacy_level: 'SELF_ONLY' }),
    // TikTok reports the ID of public posts only, and metrics are read by it.
    hidden: { option: 'privacy_level', value: 'SELF_ONLY', what: 'metrics' },
    // TikTok takes a video above 64 MB only in several chunks.
    largeVideo: 65 * MiB,
  },
  live: {
    hosts: {
      auth: 'https://www.tiktok.com',
      api: 'https://open.tiktokapis.com',
      upload: 'https://open-upload.tiktokapis.com',
      web: 'https://www.tiktok.com',
    },
    endedSettings: ['chunk_bytes'],
    ...login,
    signInRefusals,
    discover,
    plan,
    actions: { creator, jpeg, upload, postFile, postPulled },
    readMetrics,
    readAudience,
    choices: { privacy_level: readPrivacyLevels },
  },
} as const satisfies Platform
