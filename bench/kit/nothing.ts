import { z } from 'zod'
import { defineAction } from '../../src/platforms/shared/action.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'

/** A platform whose posts are visible at once, without any call, to measure only our own work. */
export const nothing = {
  name: 'nothing',
  aliases: [],
  title: 'Nothing',
  postTypes: [
    {
      name: 'post',
      text: { use: 'required', max: null, unit: 'characters', overlong: 'refused', source: 'The bench.' },
      media: [{}],
    },
  ],
  options: z.object({}),
  supports: {
    readComments: false,
    reply: false,
    metrics: false,
    audience: false,
    firstComments: 0,
    thumbnails: false,
    altText: false,
  },
  comment: null,
  app: null,
  live: {
    hosts: {},
    connect: {
      kind: 'password',
      fields: [],
      login: async () => ({ type: 'refused', message: 'Nobody signs in here.' }),
    },
    discover: async () => [],
    refresh: async ({ credentials }) => ({ type: 'renewed', credentials }),
    revoke: async () => {},
    plan: () => [{ name: 'post', action: 'post', input: null }],
    actions: {
      post: defineAction({
        kind: 'commit',
        input: z.null(),
        perform: async () => ({ type: 'done', result: null, published: { id: 'nothing', url: null } }),
        doubt: {
          reconcile: async () => ({ type: 'absent' }),
          repeatable: () => true,
          settleTime: 0,
          lookAt: () => [],
        },
      }),
    },
  },
} as const satisfies Platform
