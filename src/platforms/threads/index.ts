import type { Platform } from '../platform.ts'
import { comment, postTypes } from './limits.ts'
import { options } from './options.ts'

export const threads = {
  name: 'threads',
  aliases: [],
  title: 'Threads',
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
  app: 'THREADS',
} as const satisfies Platform
