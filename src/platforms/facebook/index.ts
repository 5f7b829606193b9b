import type { Platform } from '../platform.ts'
import { comment, postTypes } from './limits.ts'
import { options } from './options.ts'

export const facebook = {
  name: 'facebook',
  aliases: [],
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
  comment,
  app: 'META',
} as const satisfies Platform
