import type { MissingPermissions, Permissions } from '../../accounts/permissions.ts'
import type { Warning } from '../../contract/common.ts'
import { day } from '../../domain/time.ts'
import type { AccountRow } from '../../store/accounts/accounts.ts'
import { isoTime } from '../../system/clock.ts'

/** How long before an expiry the warning starts. */
const soon = 14 * day

/** Whether a sign-in that ends at this time has to be renewed by a person now; null: it does not end. */
export const endsSoon = (end: number | null, now: number): end is number => end !== null && end - now <= soon

/** The problems of a connected account, present and soon. */
export function accountWarnings(account: AccountRow, permissions: Permissions, now: number): Warning[] {
  if (account.status === 'needs_reconnect') return [reconnectWarning(account)]
  const { platform, expires_at, data_access_ends_at } = account
  const again = `Connect it again with POST /connect`
  return [
    ...permissions.missing.map((missing) => permissionWarning(account, missing)),
    ...(endsSoon(expires_at, now)
      ? [
          warn(account, {
            code: 'token_expires_soon',
            message: `The login of the ${platform} account will expire and cannot be renewed. ${again} before that.`,
            endsAt: expires_at,
          }),
        ]
      : []),
    ...(endsSoon(data_access_ends_at, now)
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

/** How the sentence goes on after “was connected without X”. */
const because = {
  refused: '',
  not_requested: ', which this instance does not request',
  role: '',
} as const satisfies Record<MissingPermissions['why'], string>

const permissionWarning = (account: AccountRow, { why, names, remedy }: MissingPermissions): Warning =>
  warn(account, {
    code: 'permission_missing',
    ...(why === 'not_requested' && { severity: 'info' }),
    message:
      `The ${account.platform} account was connected without ${names.join(', ')}${because[why]}. ${remedy}`.trim(),
    details: { missing_permissions: names },
  })

interface AccountProblem {
  readonly code: Warning['code']
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
