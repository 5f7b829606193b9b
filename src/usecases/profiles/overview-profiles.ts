import { pageSize } from '../../contract/common.ts'
import { colorOf } from '../../domain/profile-color.ts'
import { countListedProfiles, listOverview } from '../../store/accounts/profile-overview.ts'
import type { UseCase } from '../context.ts'
import { accountNotice } from '../notices/account-notice.ts'
import { failuresCount } from '../notices/list-notices.ts'
import { pictureUrl } from './show-profiles.ts'

export const overviewProfiles: UseCase<'overviewProfiles'> = async (call) => {
  const { database, accounts, clock, caller, query } = call
  const now = clock.now()
  const filters = { userId: caller.userId, search: query.search, ids: query.ids }
  const limit = pageSize(query)
  const [total, profiles] = await Promise.all([
    countListedProfiles(database.read, filters),
    listOverview(database.read, filters, {
      offset: (query.page - 1) * limit,
      limit,
      failedSince: now - failuresCount,
    }),
  ])
  return {
    status: 'ok',
    data: {
      profiles: profiles.map((profile) => ({
        id: profile.id,
        name: profile.name,
        is_default: profile.id === caller.defaultProfileId,
        picture_url: pictureUrl(call, profile),
        color: profile.color ?? colorOf(profile.id),
        timezone: profile.timezone,
        accounts: profile.accounts.length,
        to_reconnect: profile.accounts.filter(({ status }) => status === 'needs_reconnect').length,
        attention:
          profile.troubled +
          profile.accounts.filter((row) => accountNotice(row, accounts.permissionsOf(row), now) !== null).length,
        unread: profile.unread,
        drafts: profile.drafts,
        approvals: profile.waitingDrafts + profile.waitingReplies,
      })),
      meta: { page: query.page, per_page: limit, total },
    },
  }
}
