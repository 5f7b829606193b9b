/** What the audit list records. */
export const auditActions = [
  'session.started',
  'session.refused',
  'session.ended',
  'password.changed',
  'second_factor.added',
  'second_factor.removed',
  'oidc.linked',
  'oidc.unlinked',
  'person.added',
  'person.changed',
  'person.removed',
  'invite.created',
  'invite.deleted',
  'key.created',
  'key.changed',
  'key.revoked',
  'key.kept',
  'account.connected',
  'account.disconnected',
  'settings.changed',
  'webhook.created',
  'webhook.changed',
  'webhook.secret_rotated',
  'webhook.deleted',
  'webhook.enabled',
  'callback_secret.rotated',
  'app.stored',
  'app.deleted',
  'post.cancelled',
  'post.deleted',
  'post.restored',
] as const

export type AuditAction = (typeof auditActions)[number]

export const auditTargets = [
  'person',
  'session',
  'invite',
  'key',
  'account',
  'profile',
  'webhook',
  'app',
  'post',
] as const

/** What an action was about. The name is kept as it was then. */
export interface AuditTarget {
  readonly type: (typeof auditTargets)[number]
  readonly id: string
  readonly name: string | null
}
