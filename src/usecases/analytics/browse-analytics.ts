import { mostProfilesNamed } from '../../contract/common.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { minute, second } from '../../domain/time.ts'
import { pastRetainedFor } from '../../store/analytics/post-totals.ts'
import type { Reader } from '../../store/engine/database.ts'
import {
  type BrowseFilters,
  type BrowseRow,
  countGroups,
  isPlain,
  type RankedGroup,
  rankAfter,
  rankFrom,
  readTime,
} from '../../store/posts/browse.ts'
import { listBrowsedGroups } from '../../store/posts/browsed-groups.ts'
import { isoTime } from '../../system/clock.ts'
import type { UseCase } from '../context.ts'
import { listScope, scopeOf } from '../profiles/own-profile.ts'
import { malformed } from '../refuse.ts'
import { readCursor, writeCursor } from './browse-cursor.ts'
import { type BrowseCall, filtersOf, orders } from './browse-filters.ts'
import { showGroup } from './show-group.ts'
import { snapshotTime } from './snapshot-time.ts'

type Page = Output<Operations['browseAnalytics']>['data']

export const browseAnalytics: UseCase<'browseAnalytics'> = async (call) => ({
  status: 'ok',
  data: await browse(call),
})

export async function browse(call: BrowseCall): Promise<Page> {
  const { database, caller, query } = call
  const profileIds = await listScope(database.read, await scopeOf(database.read, caller, query.profile_id))
  if (profileIds.length > 1 && query.page !== undefined) throw refused('page', 'Numbered pages need one profile.')
  if (profileIds.length > mostProfilesNamed)
    throw refused('profile_id', `Choose at most ${mostProfilesNamed} profiles.`)
  const filters = filtersOf(call, profileIds.toSorted())
  return query.page === undefined ? followingPage(call, filters) : numberedPage(call, filters, query.page)
}

/** How old a snapshot may be. In this time little changes, so the indexes are enough to read a page. */
const recent = 10 * minute
/** Groups that are skipped in an index within a few milliseconds. */
const skippedQuickly = 50_000

/** A page that takes long is read where nobody else waits. */
function readerFor({ database }: BrowseCall, { at, filters }: BrowseRow, offset = 0): Reader {
  const isQuick = isPlain(filters) && at > filters.now - recent && offset <= skippedQuickly
  return isQuick ? database.read : database.readLong
}

/** The page after the cursor, at the same snapshot. Without a cursor: the first page, now. */
async function followingPage(call: BrowseCall, filters: BrowseFilters): Promise<Page> {
  const { database, sealer, query } = call
  const { limit, sort } = query
  const { now, ...parameters } = { ...filters, sort }
  const before = query.cursor === undefined ? null : readCursor(sealer, parameters, query.cursor, now - pastRetainedFor)
  const at = before?.at ?? (await snapshotTime(database, filters.profileIds, 1))
  const browsed = { at, filters }
  const db = readerFor(call, browsed)
  const [total, ranked] = await Promise.all([
    before?.total ?? countGroups(db, browsed),
    // One more than the page shows whether there are more.
    rankAfter(db, browsed, orders[sort], { after: before?.last ?? null, limit: limit + 1 }),
  ])
  const shown = ranked.slice(0, limit)
  const last = shown.at(-1)
  return {
    groups: await groupsOf(db, browsed, shown),
    page: null,
    ...{ total_pages: Math.ceil(total / limit), limit, total },
    snapshot_at: null,
    next_cursor: last && ranked.length > limit ? writeCursor(sealer, parameters, { at, total, last }) : null,
  }
}

async function numberedPage(call: BrowseCall, filters: BrowseFilters, page: number): Promise<Page> {
  const { database, query } = call
  const { limit, sort, snapshot_at } = query
  const at =
    snapshot_at === undefined
      ? await snapshotTime(database, filters.profileIds, second)
      : await givenTime(call, filters, Date.parse(snapshot_at))
  const browsed = { at, filters }
  const offset = (page - 1) * limit
  const db = readerFor(call, browsed, offset)
  const [total, shown] = await Promise.all([
    countGroups(db, browsed),
    rankFrom(db, browsed, orders[sort], { offset, limit }),
  ])
  return {
    groups: await groupsOf(db, browsed, shown),
    page,
    ...{ total_pages: Math.ceil(total / limit), limit, total },
    snapshot_at: isoTime(at).replace('.000Z', 'Z'),
    next_cursor: null,
  }
}

/** A snapshot time from the caller: it must be in the past, and not older than the stored history. */
async function givenTime({ database }: BrowseCall, { profileIds }: BrowseFilters, at: number): Promise<number> {
  const now = await readTime(database, profileIds)
  if (at > now) throw refusedTime('Is in the future. Leave it out: the first page answers the one for the others.')
  if (at < now - pastRetainedFor)
    throw refusedTime('Is more than a day ago. Leave it out to start again at the first page.')
  return at
}

const refusedTime = (message: string) => malformed([{ path: 'snapshot_at', code: 'out_of_range', message }])

const refused = (path: string, message: string) => malformed([{ path, code: 'invalid_value', message }])

async function groupsOf(db: Reader, browsed: BrowseRow, ranked: readonly RankedGroup[]): Promise<Page['groups']> {
  const ids = ranked.map(({ postId }) => postId)
  const groups = await listBrowsedGroups(db, browsed, ids)
  return groups.map((group) => showGroup(group, browsed.filters.now))
}
