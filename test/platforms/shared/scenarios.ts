import { outcomes } from './seen.ts'
import type { Scenario } from './tested.ts'

const { ended, unknown, retried } = outcomes

/** Faults in a row that end alike on several platforms; a platform says on which of them, and with what post. */
export const usual = {
  limitedFourTimes: {
    name: 'a post with four rate limit refusals is published by the fifth attempt, and reported as late once',
    text: '[[sandbox:rate_limit:4]]',
    seen: { attempts: 5, events: ['post.delayed', 'post.published'] },
  },
  limitedFiveTimes: {
    name: 'a post with five rate limit refusals fails',
    text: '[[sandbox:rate_limit:5]]',
    seen: { ...ended, status: 'failed', attempts: 5, error: 'rate_limited' },
  },
  lostTwice: {
    name: 'a commit that is lost twice is sent again each time, and published once',
    text: '[[sandbox:timeout_before]] [[sandbox:server_error]]',
    seen: {},
  },
  lostThreeTimes: {
    name: 'a commit that is lost three times is sent again each time, and published once',
    text: '[[sandbox:timeout_before]] [[sandbox:reset]] [[sandbox:server_error]]',
    seen: {},
  },
  responsesLost: {
    name: 'a commit whose responses are all lost is sent once',
    text: '[[sandbox:server_error_after:9]]',
    seen: {},
  },
  neverArrives: {
    name: 'a commit that never arrives requires a person',
    text: '[[sandbox:server_error:9]]',
    seen: { ...unknown, posts: 0 },
  },
  notResent: {
    name: 'a commit that was lost is sent once, and requires a person',
    text: '[[sandbox:timeout_before:9]]',
    seen: { ...unknown, posts: 0 },
  },
  limitedThenLost: {
    name: 'a post that is refused first and lost then is published once',
    text: '[[sandbox:rate_limit]] [[sandbox:server_error_after]]',
    seen: retried,
  },
  lostThenLimited: {
    name: 'a post that is lost first and rate limited then stays in doubt, and is published once',
    text: '[[sandbox:server_error]] [[sandbox:rate_limit]]',
    seen: {},
  },
  lostThenDuplicate: {
    name: 'a post that is refused as a duplicate of its own possible first attempt does not fail',
    text: '[[sandbox:server_error]] [[sandbox:duplicate]]',
    seen: {},
  },
  commentsLostAndRefused: {
    name: 'three comments, of which the second is lost and the third refused, leave one warning',
    comments: ['One.', 'Two. [[sandbox:server_error_after]]', 'Three. [[sandbox:media_rejected]]'],
    seen: { comments: [1, 1, 0], warnings: ['media_rejected'] },
  },
  commentNeverArrives: {
    name: 'a comment that never arrives leaves a warning',
    comments: ['One. [[sandbox:server_error:9]]', 'Two.'],
    seen: { comments: [0, 1], warnings: ['platform_unavailable'] },
  },
  commentLimitedFiveTimes: {
    name: 'a comment with five rate limit refusals leaves a warning',
    comments: ['One. [[sandbox:rate_limit:5]]', 'Two.'],
    seen: { comments: [0, 1], warnings: ['rate_limited'] },
  },
  sameCommentTwice: {
    name: 'the same comment twice is two comments, even if the response to the second is lost',
    comments: ['Again.', 'Again.'],
    fault: { operation: 'comment', kind: 'server_error_after', after: 1 },
    seen: { comments: [2, 2] },
  },
  renewalRepeated: {
    name: 'a renewal whose response is lost is repeated: the refresh token can be used again',
    text: '[[sandbox:token_expired]]',
    fault: { operation: 'token', kind: 'timeout_after' },
    seen: retried,
  },
} as const satisfies Readonly<Record<string, Scenario>>
