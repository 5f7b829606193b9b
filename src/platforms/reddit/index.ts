import type { Platform } from '../platform.ts'
import { comment, postTypes } from './limits.ts'
import { options } from './options.ts'

export const reddit = {
  name: 'reddit',
  aliases: [],
  title: 'Reddit',
  postTypes,
  options,
  supports: {
    readComments: false,
    reply: false,
    metrics: true,
    audience: true,
    firstComments: 3,
    thumbnails: false,
    altText: false,
  },
  comment,
  app: 'REDDIT',
} as const satisfies Platform
