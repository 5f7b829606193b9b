import type { Permissions } from '../../accounts/permissions.ts'
import type { Warning } from '../../contract/common.ts'
import { day } from '../../domain/time.ts'
import type { AccountRow } from '../../store/accounts.ts'
import { isoTime } from '../../system/clock.ts'

/** How long before an expiry the warning starts. */
const soon = 14 * day

/** The problems of a connected account, present and soon. */
export function accountWarnings(account: AccountRow, permissions: Permissions, now: number): Warning[] {
  if (account.status === 'needs_reconnect') return [reconnectWarning(account)]
  const { platform, expires_at, data_access_ends_at } = account
  const { refused, notRequested, remedies } = permissions
  const again = `Connect it again with POST /connect`
  return [
    ...(refused.length > 0
      ? [
          warn(account, {
            code: 'permission_missing',
            message: `The ${platform} account was connected without the permissions ${refused.join(', ')}, so not everything works. ${again}, and grant all permissions.`,
            details: { missing_permissions: refused },
          }),
        ]
      : []),
    ...(notRequested.length > 0
      ? [
          warn(account, {
            code: 'permission_missing',
            severity: 'info',
            message:
              `The ${platform} account was connected without the permissions ${notRequested.join(', ')}, which this instance does not request. ${remedies.join(' ')}`.trim(),
            details: { missing_permissions: notRequested },
          }),
        ]
      : []),
    ...(expires_at !== null && expires_at - now <= soon
      ? [
          warn(account, {
            code: 'token_expires_soon',
            message: `The login of the ${platform} account will expire and cannot be renewed. ${again} before that.`,
            endsAt: expires_at,
          }),
        ]
      : []),
    ...(data_access_ends_at !== null && data_access_ends_at - now <= soon
      ? [
          warn(account, {
            code: 'data_access_expires_soon',
            message: `After that time, comments, metrics and other data of the ${platform} account cannot be read until its owner signs in again. ${again} before that.`,
            endsAt: data_access_ends_at,
          }),
        ]
      : []),
  ]
}

interface AccountProblem {
  readonly code: string
  readonly severity?: 'info'
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
  /** In milliseconds since 1970. */
  readonly endsAt?: number
}

const warn = (account: AccountRow, { code, severity, message, details = {}, endsAt }: AccountProblem): Warning => ({
  scope: 'account',
  platform: account.platform,
  code,
  severity: severity ?? 'warning',
  message,
  details: { account_id: account.remote_id, ...details },
  retry_at: null,
  expires_at: endsAt === undefined ? null : isoTime(endsAt),
  updated_at: isoTime(account.connected_at),
})

const reconnectWarning = (account: AccountRow): Warning =>
  warn(account, {
    code: 'reconnect_required',
    message: `The ${account.platform} account needs a new login. Connect it again with POST /connect.`,
    details: {
      missing_permissions: account.missing_permissions,
      ...(account.reconnect_reason === null ? {} : { reason: account.reconnect_reason }),
    },
  })
