import type { Platform } from '../platform.ts'
import { comment, postTypes } from './limits.ts'
import { options } from './options.ts'

export const instagram = {
  name: 'instagram',
  aliases: [],
  title: 'Instagram',
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
  app: 'INSTAGRAM',
} as const satisfies Platform
