import type { Platform } from '../shared/platform.ts'
import { discover } from './account.ts'
import { checkBoard } from './board.ts'
import { readBoards } from './choices.ts'
import { cover } from './cover.ts'
import { postTypes } from './limits.ts'
import { login } from './login.ts'
import { readAudience, readMetrics } from './metrics.ts'
import { options } from './options.ts'
import { plan } from './plan.ts'
import { post } from './post.ts'
import { processing } from './processing.ts'
import { readPostUrl } from './published.ts'
import { settings } from './settings.ts'
import { signInRefusals } from './sign-in-refusals.ts'
import { upload } from './upload.ts'
import { fetches, validate } from './validate.ts'

export const pinterest = {
  name: 'pinterest',
  aliases: [],
  title: 'Pinterest',
  postTypes,
  options,
  supports: {
    readComments: false,
    reply: false,
    metrics: true,
    audience: true,
    firstComments: 0,
    thumbnails: true,
    altText: true,
  },
  comment: null,
  app: 'PINTEREST',
  validate,
  fetches,
  readPostUrl,
  check: { largePicture: 9_000_000 },
  live: {
    hosts: { api: 'https://api.pinterest.com', web: 'https://www.pinterest.com' },
    settings,
    ...login,
    signInRefusals,
    discover,
    plan,
    actions: { checkBoard, upload, processing, post, cover },
    readMetrics,
    readAudience,
    choices: { boardId: readBoards },
  },
} as const satisfies Platform
