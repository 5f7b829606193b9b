import { z } from 'zod'
import type { KeepDays } from '../../domain/keep-days.ts'
import { days } from './kinds.ts'
import { defaulting } from './setting.ts'

/** In days. */
const shortestPosts = 100
const shortestReplies = 30

/** Comments are read for 30 days at most. A reply or a comment that is deleted before would come again. */
const daysOfReplies = days.refine((value) => value >= shortestReplies, `must be ${shortestReplies} or more`)

/** 0: for ever. Analytics read up to 90 days back, and a post in doubt is looked for among earlier ones. */
const daysOfPosts = z
  .string()
  .regex(/^(0|\d{3,5})$/, 'must be 0 (for ever), or a whole number of days, 100 or more')
  .transform(Number)
  .refine((value) => value === 0 || value >= shortestPosts, 'must be 0 (for ever), or 100 or more')

export const retentionSettings = {
  POLYPOST_KEEP_POSTS_DAYS: defaulting(
    daysOfPosts,
    '0',
    'Days after which a post that has ended is deleted with its jobs, metrics and replies; 0 means never, otherwise at least 100. A deleted post is gone after 30 days in any case',
  ),
  POLYPOST_KEEP_STEPS_DAYS: defaulting(
    days,
    '30',
    'Days after which the plan and the steps of a job that has ended are deleted. The job itself stays',
  ),
  POLYPOST_KEEP_METRICS_DAYS: defaulting(
    days,
    '400',
    'Days for which one set of metrics per day is kept, counted from when the metrics of a post were last read. After that only the latest set is kept',
  ),
  POLYPOST_KEEP_REPLIES_DAYS: defaulting(
    daysOfReplies,
    '400',
    'Days after which replies and auto-replies to comments that have ended are deleted, at least 30',
  ),
  POLYPOST_KEEP_COMMENTS_DAYS: defaulting(
    daysOfReplies,
    '400',
    'Days after which a comment is deleted from the inbox, counted from when it was found, at least 30',
  ),
  POLYPOST_KEEP_EVENTS_DAYS: defaulting(days, '90', 'Days after which events and webhook deliveries are deleted'),
  POLYPOST_KEEP_AUDIT_DAYS: defaulting(
    days,
    '400',
    'Days after which the record of who did what is deleted. Whoever has not signed in from an address for so long is new there',
  ),
}

export const readRetention = (data: z.output<z.ZodObject<typeof retentionSettings>>): KeepDays => ({
  posts: data.POLYPOST_KEEP_POSTS_DAYS,
  steps: data.POLYPOST_KEEP_STEPS_DAYS,
  metrics: data.POLYPOST_KEEP_METRICS_DAYS,
  replies: data.POLYPOST_KEEP_REPLIES_DAYS,
  comments: data.POLYPOST_KEEP_COMMENTS_DAYS,
  events: data.POLYPOST_KEEP_EVENTS_DAYS,
  audit: data.POLYPOST_KEEP_AUDIT_DAYS,
})
