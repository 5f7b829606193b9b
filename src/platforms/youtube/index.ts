import type { Platform } from '../platform.ts'
import { comment, postTypes } from './limits.ts'
import { options } from './options.ts'

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
  comment,
  app: 'GOOGLE',
} as const satisfies Platform
