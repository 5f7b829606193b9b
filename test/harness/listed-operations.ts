import type { PlanId } from '../../src/domain/plans.ts'

/** An operation as it was decided, written independently of the contract. */
export interface ListedOperation {
  readonly method: string
  readonly path: string
  readonly addition: boolean
  readonly idempotent: boolean
  readonly plans: readonly PlanId[] | undefined
}

/**
 * All operations: `+` was added to the first interface, `once` accepts an idempotency key, `from 2` requires plan 2 or
 * higher.
 */
const table = `
    POST   /post                                            once
  + POST   /post/validate                                  once
    GET    /posts
    GET    /posts/{id}
    PATCH  /posts/{id}                                      once
    DELETE /posts/{id}
  + POST   /posts/{id}/restore                             once
  + POST   /posts/{id}/retry                               once
  + GET    /posts/export
  + POST   /posts/import                                    once
  + POST   /posts/bulk                                      once
    GET    /jobs/{id}
  + GET    /jobs/{id}/steps
    POST   /jobs/{id}/cancel                               once
    POST   /jobs/{id}/tiktok-url                           once
  + POST   /jobs/{id}/retry                                once
  + POST   /jobs/{id}/resolve                              once
    POST   /drafts                                          once
    GET    /drafts
    GET    /drafts/{id}
    PATCH  /drafts/{id}                                     once
    DELETE /drafts/{id}
    POST   /drafts/{id}/submit                              once
  + POST   /drafts/{id}/approve                             once
  + POST   /drafts/{id}/return                              once
  + POST   /drafts/{id}/duplicate                           once
  + GET    /dates
  + POST   /dates                                           once
  + PATCH  /dates/{id}                                     once
  + DELETE /dates/{id}
  + GET    /labels
  + POST   /labels                                          once
  + PATCH  /labels/{id}                                    once
  + DELETE /labels/{id}
    GET    /profiles
  + GET    /profiles/overview
  + GET    /profiles/{id}
  + PATCH  /profiles/{id}                                  once
    POST   /profiles                                        once
    POST   /profiles/{id}                                  once
  + DELETE /profiles/{id}
  + POST   /profiles/{id}/default                          once
  + GET    /profiles/{id}/slots
  + PUT    /profiles/{id}/slots
  + GET    /profiles/{id}/slots/next
    GET    /settings
    POST   /settings                                       once
  + POST   /settings/prefill                               once
  + POST   /settings/proposals                             once
  + GET    /platforms
  + GET    /platforms/{platform}/choices
  + POST   /connect                                         once
  + GET    /connect/{id}
  + POST   /connect/{id}/select                            once
    POST   /disconnect                                     once
    POST   /upload                                          once
  + GET    /link-card
  + GET    /media
  + GET    /media/{id}
  + PATCH  /media/{id}                                     once
  + DELETE /media/{id}
    GET    /comments
    POST   /comments/reply                                  once
  + POST   /comments/validate                              once
  + GET    /inbox
  + GET    /inbox/count
  + GET    /inbox/{id}
  + POST   /inbox/read                                     once
  + POST   /inbox/refresh                                  once
  + GET    /notices
    GET    /analytics/posts                                 from 2
  + GET    /analytics                                       from 2
  + POST   /analytics/refresh                              once    from 2
  + GET    /analytics/summary                               from 2
  + GET    /audience
    POST   /webhooks                                        once
    GET    /webhooks
  + PATCH  /webhooks/{id}                                  once
  + POST   /webhooks/{id}/rotate-secret                    once
    DELETE /webhooks/{id}
    GET    /webhooks/{id}/deliveries
  + POST   /webhooks/{id}/test                             once
  + POST   /webhooks/{id}/enable                           once
  + POST   /webhooks/{id}/deliveries/{delivery_id}/redeliver once
  + GET    /callback-secret
  + POST   /callback-secret/rotate                         once
  + GET    /events
  + GET    /events/stream
  + GET    /auto-replies
  + POST   /auto-replies/{id}/approve                      once    from 3
  + POST   /auto-replies/{id}/reject                       once
  + POST   /me/second-factor
  + POST   /me/second-factor/confirm
  + DELETE /me/second-factor
  + POST   /session/oidc
  + DELETE /me/oidc
  + GET    /keys
  + POST   /keys                                            once
  + PATCH  /keys/{id}                                      once
  + DELETE /keys/{id}
  + GET    /usage
  + POST   /setup
  + POST   /session
  + GET    /session
  + DELETE /session
  + PATCH  /session
  + POST   /session/confirm
  + GET    /sessions
  + DELETE /sessions
  + DELETE /sessions/{id}
  + GET    /me
  + PATCH  /me
  + POST   /me/password
  + GET    /people
  + PATCH  /people/{id}                                    once
  + DELETE /people/{id}
  + DELETE /people/{id}/sessions
  + POST   /invites                                         once
  + GET    /invites
  + DELETE /invites/{id}
  + POST   /invites/accept
  + GET    /audit
  + GET    /openapi.json
  + GET    /docs
  + GET    /sandbox/{platform}/kinds
  + GET    /sandbox/{platform}/posts
  + GET    /sandbox/{platform}/requests
  + GET    /sandbox/{platform}/faults
  + POST   /sandbox/{platform}/faults                      once
  + DELETE /sandbox/{platform}/faults
  + POST   /sandbox/{platform}/comments                    once
  + POST   /sandbox/{platform}/metrics                     once
  + POST   /sandbox/reset                                  once
  + GET    /health
  + GET    /apps
  + GET    /apps/{platform}
  + PUT    /apps/{platform}
  + DELETE /apps/{platform}
  + GET    /admin/users
  + POST   /admin/users                                     once
  + PATCH  /admin/users/{id}                               once
  + GET    /admin/users/{id}/keys
  + POST   /admin/users/{id}/keys                           once
  + DELETE /admin/keys/{id}
`

const planIds: readonly PlanId[] = [1, 2, 3, 4]

export const listed: readonly ListedOperation[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [, mark, method = '', path = '', once, lowest] =
      /^ *(\+)? *([A-Z]+) +(\S+)(?: +(once))?(?: +from (\d))?$/.exec(line) ?? []
    if (path === '') throw new Error(`The table of operations has an invalid line: ${line}`)
    return {
      method,
      path,
      addition: mark !== undefined,
      idempotent: once !== undefined,
      plans: lowest === undefined ? undefined : planIds.filter((plan) => plan >= Number(lowest)),
    }
  })
