import { z } from 'zod'
import { defineAction } from '../shared/action.ts'
import { isDone } from '../shared/call.ts'
import { quotaPause, refusal } from './errors.ts'
import { request } from './request.ts'
import { limit } from './wire.ts'

/**
 * Instagram's pages do not agree whether an account may publish 50 or 100 posts in 24 hours (2026-09), so Instagram is
 * asked. If it does not say, the post is published, and Instagram may refuse it.
 */
export const quota = defineAction({
  kind: 'prepare',
  input: z.object({}),
  perform: async (_, context) => {
    const answer = await request(context, {
      method: 'GET',
      path: `/${context.account.remoteId}/content_publishing_limit`,
      query: { fields: 'quota_usage,config' },
    })
    if (!isDone(answer)) {
      const refused = refusal(answer, 'read', context)
      return refused.type === 'rejected' ? { type: 'done', result: null } : refused
    }
    const { data } = limit.safeParse(answer.json())
    if (!data || data.total === null || data.used < data.total) return { type: 'done', result: null }
    return {
      type: 'retry',
      error: 'quota_exhausted',
      message: `Instagram accepts ${data.total} posts from an account in 24 hours, and this limit is reached.`,
      pause: quotaPause,
      wholeAccount: true,
    }
  },
})
