import type { Platform } from './platform.ts'
import type { Capability } from './scope.ts'
import { refuseWithout } from './scopes.ts'

/**
 * The platform, which refuses what an account lacks the scope for, without asking the platform. A missing scope never
 * concerns posts: the account stays connected.
 */
export function withScopeChecks<P extends Platform>(platform: P): Platform {
  const { live } = platform
  const { readComments, reply, readMetrics, readAudience } = live
  const lacks = (capability: Capability, context: Parameters<typeof refuseWithout>[2]) =>
    refuseWithout(capability, platform, context)
  return {
    ...platform,
    live: {
      ...live,
      actions: Object.fromEntries(
        Object.entries(live.actions).map(([name, action]) =>
          name === commentAction
            ? [
                name,
                {
                  ...action,
                  perform: async (input, context) => {
                    const lack = lacks('reply', context)
                    return lack ? { ...lack, type: 'rejected' } : action.perform(input, context)
                  },
                } satisfies typeof action,
              ]
            : [name, action],
        ),
      ),
      ...(readComments && {
        readComments: async (asked, context) => lacks('comments', context) ?? readComments(asked, context),
      }),
      ...(reply && {
        reply: { ...reply, send: async (asked, context) => lacks('reply', context) ?? reply.send(asked, context) },
      }),
      ...(readMetrics && {
        readMetrics: {
          ...readMetrics,
          read: async (posts, context) => lacks('metrics', context) ?? readMetrics.read(posts, context),
        },
      }),
      ...(readAudience && {
        readAudience: async (context) => lacks('audience', context) ?? readAudience(context),
      }),
    },
  }
}

/** The action of every platform that writes the comments of a post. */
const commentAction = 'comment'
