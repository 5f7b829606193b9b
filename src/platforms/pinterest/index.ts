import type { Platform } from '../platform.ts'
import { postTypes } from './limits.ts'
import { options } from './options.ts'

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
} as const satisfies Platform
