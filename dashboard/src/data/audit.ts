import type { AuditEntry, ListAuditQuery } from '@polypost/sdk'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

export type AuditAction = AuditEntry['action']

/** The topics that people look for in the list. */
export const auditTopics = ['signIns', 'people', 'keys', 'accounts', 'settings', 'webhooks', 'apps', 'posts'] as const

export type AuditTopic = (typeof auditTopics)[number]

const topicOf: Readonly<Record<AuditAction, AuditTopic>> = {
  'session.started': 'signIns',
  'session.refused': 'signIns',
  'session.ended': 'signIns',
  'password.changed': 'signIns',
  'second_factor.added': 'signIns',
  'second_factor.removed': 'signIns',
  'oidc.linked': 'signIns',
  'oidc.unlinked': 'signIns',
  'person.added': 'people',
  'person.changed': 'people',
  'person.removed': 'people',
  'invite.created': 'people',
  'invite.deleted': 'people',
  'key.created': 'keys',
  'key.changed': 'keys',
  'key.revoked': 'keys',
  'key.kept': 'keys',
  'user.created': 'settings',
  'user.changed': 'settings',
  'profile.created': 'settings',
  'profile.deleted': 'settings',
  'account.connected': 'accounts',
  'account.disconnected': 'accounts',
  'settings.changed': 'settings',
  'webhook.created': 'webhooks',
  'webhook.changed': 'webhooks',
  'webhook.secret_rotated': 'webhooks',
  'webhook.deleted': 'webhooks',
  'webhook.enabled': 'webhooks',
  'callback_secret.read': 'webhooks',
  'callback_secret.rotated': 'webhooks',
  'app.stored': 'apps',
  'app.deleted': 'apps',
  'post.cancelled': 'posts',
  'post.deleted': 'posts',
  'post.restored': 'posts',
}

/** Which entries are shown, as it stands in the address. Without a field: all. */
export interface AuditSearch {
  readonly topic?: AuditTopic
  /** The ID of who did it. */
  readonly person?: number
}

export function auditSearch({ topic, person }: Readonly<Record<string, unknown>>): AuditSearch {
  const known = auditTopics.find((one) => one === topic)
  const isId = typeof person === 'number' && Number.isSafeInteger(person) && person > 0
  return { ...(known && { topic: known }), ...(isId && { person }) }
}

function toQuery({ topic, person }: AuditSearch): ListAuditQuery {
  // The keys of the table are the actions.
  const actions = Object.keys(topicOf) as AuditAction[]
  return {
    ...(topic && { action: actions.filter((action) => topicOf[action] === topic) }),
    ...(person !== undefined && { person }),
  }
}

/** Who did what, in pages, newest first. */
export const auditQuery = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', search],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam: before }) =>
      polypost.people.listAudit({ ...toQuery(search), ...(before !== undefined && { before }) }),
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
  })
