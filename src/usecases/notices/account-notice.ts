import type { Permissions } from '../../accounts/permissions.ts'
import type { NoticeType } from '../../domain/notice.ts'
import type { AccountRow } from '../../store/accounts/accounts.ts'
import { isoTimeOrNull } from '../../system/clock.ts'
import { endsSoon } from '../settings/account-warnings.ts'
import type { Notice } from './show-notice.ts'

/** The first thing that an account needs; null: nothing. */
export function accountNotice(account: AccountRow, { capabilities }: Permissions, now: number): Notice | null {
  if (account.status === 'needs_reconnect') return show(account, 'account_reconnect', null)
  if (!capabilities.publish) return show(account, 'account_blocked', null)
  const ends = [account.expires_at, account.data_access_ends_at].filter((end) => endsSoon(end, now))
  return ends.length > 0 ? show(account, 'account_ending', Math.min(...ends)) : null
}

function show(account: AccountRow, type: NoticeType, until: number | null): Notice {
  const { profile_id, platform, connected_at, username, display_name, remote_id } = account
  return {
    // Whoever connects it again has solved it, so what happens after that is another notice.
    id: [type, profile_id, platform, connected_at].join('_'),
    type,
    since: null,
    until: isoTimeOrNull(until),
    profile_id,
    platforms: [platform],
    title: display_name ?? username ?? remote_id,
    resource_id: null,
  }
}
