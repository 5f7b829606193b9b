import type { Platform } from '../platform.ts'
import { comment, postTypes } from './limits.ts'
import { options } from './options.ts'

export const linkedin = {
  name: 'linkedin',
  aliases: [],
  title: 'LinkedIn',
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
  comment,
  app: 'LINKEDIN',
} as const satisfies Platform
