import type { Platform } from '../platform.ts'
import { comment, postTypes } from './limits.ts'
import { options } from './options.ts'

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
  comment,
  app: null,
} as const satisfies Platform
