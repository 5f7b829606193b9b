import { laneKey } from '../../domain/lane.ts'
import { day } from '../../domain/time.ts'
import { type AccountRow, listProfileAccounts } from '../../store/accounts/accounts.ts'
import { listAudience } from '../../store/analytics/audience.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'
import type { Call, UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'

/** Number of counts that are read: one for each day of the longest period. */
const longestHistory = 90

export const getAudience: UseCase<'getAudience'> = async (call) => {
  const { database, caller, query } = call
  const profile = await ownProfile(database.read, caller, query.profile_id)
  const accounts = await listProfileAccounts(database.read, profile.id)
  return {
    status: 'ok',
    data: {
      profile_id: profile.id,
      days: query.days ?? 30,
      accounts: await Promise.all(accounts.map((account) => showAudience(call, account))),
    },
  }
}

async function showAudience({ database, clock, query }: Call<'getAudience'>, account: AccountRow) {
  const lane = laneKey({ ...account, remoteId: account.remote_id })
  const counts = await listAudience(database.read, { profileId: account.profile_id, lane }, longestHistory)
  const latest = counts.at(-1)
  const since = clock.now() - (query.days ?? 30) * day
  return {
    platform: account.platform,
    account_id: account.remote_id,
    username: account.username,
    followers: latest?.followers ?? null,
    captured_at: isoTimeOrNull(latest?.captured_at ?? null),
    history: counts.flatMap(({ followers, captured_at }) =>
      followers === null || captured_at < since ? [] : [{ followers, captured_at: isoTime(captured_at) }],
    ),
  }
}
