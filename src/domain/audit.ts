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
  'user.created',
  'user.changed',
  'profile.created',
  'profile.deleted',
  'account.connected',
  'account.disconnected',
  'settings.changed',
  'webhook.created',
  'webhook.changed',
  'webhook.secret_rotated',
  'webhook.deleted',
  'webhook.enabled',
  'callback_secret.read',
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
  'user',
] as const

/** The object of an action. Its name is kept as it was then. */
export interface AuditTarget {
  readonly type: (typeof auditTargets)[number]
  readonly id: string
  readonly name: string | null
}

/** The rights whose changes are listed with what they were before. */
export const auditFields = [
  'role',
  'disabled',
  'email',
  'plan_id',
  'policy',
  'minutes_ahead',
  'unattended',
  'expires_at',
] as const

type AuditField = (typeof auditFields)[number]
type AuditValue = string | number | boolean | null

/** A change of a right, with values as the API shows them; null: there was, or is, none. */
export interface AuditChange {
  readonly field: AuditField
  readonly from: AuditValue
  readonly to: AuditValue
}

type Rights = Partial<Readonly<Record<AuditField, AuditValue>>>

/** The differences between before and after. */
export const changesOf = (before: Rights, after: Rights): AuditChange[] =>
  auditFields.flatMap((field) => {
    const [from, to] = [before[field] ?? null, after[field] ?? null]
    return from === to ? [] : [{ field, from, to }]
  })
