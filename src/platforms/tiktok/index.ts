import type { Platform } from '../platform.ts'
import { postTypes } from './limits.ts'
import { options } from './options.ts'
import { readPostUrl } from './post-url.ts'

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
  readPostUrl,
} as const satisfies Platform
