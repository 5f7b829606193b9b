import { z } from 'zod'
import { minute } from '../../domain/time.ts'
import type { LiveContext } from '../shared/context.ts'
import type { Setting } from '../shared/live.ts'

const version = z.string().regex(/^20\d{2}(0[1-9]|1[0-2])$/, 'must be a year and a month, like 202609')

const minutes = z.string().regex(/^\d$/, 'must be a whole number from 0 to 9')

const analyticsKey = z.enum(['ugc', 'ugcPost'], { error: 'must be ugc or ugcPost' })

export const settings = {
  // One appears every month and lives for a year or more; 202609 is the newest that is known (learn.microsoft.com,
  // LinkedIn versioning, 2026-11).
  version: {
    meaning: 'Version of LinkedIn’s API, a month, sent as `LinkedIn-Version`; LinkedIn supports each for about a year',
    fallback: '202609',
    form: version,
    special: true,
  },
  // Ten minutes by LinkedIn's page on its older way of posting (ugcPosts, 2026-09); that they are the same for the
  // newer one is inferred, so half of them are used.
  resend_minutes: {
    meaning:
      'How many minutes after its first attempt a post with a lost response may be sent again, because LinkedIn refuses the duplicate and names the first; 0: never',
    fallback: '5',
    form: minutes,
    special: true,
  },
  // Four clients say `ugc`, two `ugcPost`; LinkedIn's page was not to be read in full (2026-11-21).
  analytics_key: {
    meaning: 'Name of a post with a ugcPost ID in LinkedIn’s analytics of personal posts: `ugc` or `ugcPost`',
    fallback: 'ugc',
    form: analyticsKey,
    special: true,
  },
} as const satisfies Readonly<Record<string, Setting>>

const given = z.object({
  version: version.default(settings.version.fallback),
  resend_minutes: minutes.default(settings.resend_minutes.fallback).transform((text) => Number(text) * minute),
  analytics_key: analyticsKey.default(settings.analytics_key.fallback),
})

export const readSettings = ({ settings: texts }: Pick<LiveContext, 'settings'>) => given.parse(texts)
