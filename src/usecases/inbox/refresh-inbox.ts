import { PublicError } from '../../contract/errors.ts'
import { minute, second } from '../../domain/time.ts'
import { listRefreshable, refreshPosts } from '../../store/comments/watched-posts.ts'
import type { UseCase } from '../context.ts'
import { listScope, scopeOf } from '../profiles/own-profile.ts'

/** A post can be refreshed once in this time. */
const refreshEvery = 5 * minute
const postsAtOnce = 200

export const refreshInbox: UseCase<'refreshInbox'> = async (call) => {
  const { database, platforms, inbox, pace, caller, body, answer } = call
  return database.transaction(async (tx) => {
    const profileIds = await listScope(tx, await scopeOf(tx, caller, body.profile_id ?? 'all'))
    const listed = await listRefreshable(tx, profileIds, postsAtOnce)
    const wanted = listed.filter(({ platform, environment }) => {
      const known = platforms.find(({ name }) => name === platform)
      return known?.live.readComments !== undefined && inbox(known, environment)
    })
    const due = wanted.filter(({ since }) => since >= pace(refreshEvery))
    if (wanted.length > 0 && due.length === 0) throw tooSoon(wanted.map(({ since }) => pace(refreshEvery) - since))
    await refreshPosts(
      tx,
      due.map(({ id }) => id),
    )
    return answer(tx, { status: 'ok', data: { posts: due.length } })
  })
}

function tooSoon(waits: readonly number[]): PublicError {
  const seconds = Math.max(1, Math.ceil(Math.min(...waits) / second))
  return new PublicError(
    'rate_limited',
    `The comments of all these posts were refreshed less than five minutes ago. Wait ${seconds} seconds. Until then the inbox has what was read last.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
