import { rankFrom } from '../../src/store/browse.ts'
import { systemClock } from '../../src/system/clock.ts'
import { browse } from '../../src/usecases/analytics/browse-analytics.ts'
import { writeCursor } from '../../src/usecases/analytics/browse-cursor.ts'
import { type BrowseCall, orders } from '../../src/usecases/analytics/browse-filters.ts'
import { timeNow } from '../../src/usecases/analytics/snapshot-time.ts'
import type { Place } from '../publishing/place.ts'
import { addUsers, openPlace } from '../publishing/seed.ts'
import { format, median, report, timed } from '../report.ts'
import { type KeyReader, openKeyReader } from './by-key.ts'
import { addGroups } from './groups.ts'

const perPage = 25
const rounds = 15
const few = 100_000
const many = 1_000_000

type Sort = keyof typeof orders
type Query = Omit<BrowseCall['query'], 'limit'>

/** For each page: the time in milliseconds, and its ratio to the time of reading by keys. */
interface Measured {
  readonly time: number
  readonly ratio: number
}

const kinds = ['first page', 'cursor page in the middle', 'page 1,000'] as const
type Kind = (typeof kinds)[number]
type BySort = ReadonlyMap<Sort, Measured>

/** Pages of sorted analytics from the use case, compared with reading the same number of groups by their keys. */
export async function browseFigures(small: Place, large: Place): Promise<void> {
  const fewer = await browsed(small, few)
  const more = await browsed(large, many)
  for (const kind of kinds) {
    const growth = [...fewer[kind]].map(([sort, { ratio }]) => (more[kind].get(sort)?.ratio ?? Number.NaN) / ratio)
    report(
      `${kind}, the ratio at ${many} groups against that at ${few}, ${small.title}`,
      `${format(median(growth))} (${format(Math.min(...growth))} to ${format(Math.max(...growth))})${kind === 'page 1,000' ? '' : '; aim: below 2.00'}`,
      'over all sorts',
    )
  }
}

/** Measures one size, and reports it. */
async function browsed(place: Place, groups: number): Promise<Readonly<Record<Kind, BySort>>> {
  const prepared = await prepare(place, groups)
  const measured: Record<Kind, Map<Sort, Measured>> = {
    'first page': new Map(),
    'cursor page in the middle': new Map(),
    'page 1,000': new Map(),
  }
  for (const sort of prepared.sorts)
    for (const kind of kinds) measured[kind].set(sort, await prepared.measure(await prepared.queryOf(kind, sort)))
  await prepared.close()
  for (const kind of kinds) {
    const all = [...measured[kind].values()]
    const ratios = all.map(({ ratio }) => ratio)
    const aim = kind === 'page 1,000' ? '' : '; aim: at most 20'
    report(
      `${kind} of ${groups} groups, ${place.title}`,
      `${format(median(ratios))} (${format(Math.min(...ratios))} to ${format(Math.max(...ratios))}) of reading ${perPage} by their keys${aim}`,
      [...measured[kind]]
        .map(([sort, { time }]) => `${sort} ${time.toFixed(1)}`)
        .join(', ')
        .concat(' ms'),
    )
  }
  return measured
}

async function prepare(place: Place, groups: number) {
  const [user] = await addUsers(place, 1, ['x'])
  if (!user) throw new Error('Groups need a profile.')
  const { profileId } = user
  const { database, sealer, close } = await openPlace(place)
  await addGroups(database, user, groups)
  const byKey = await openKeyReader(place, perPage)
  const at = await timeNow(database, profileId)

  const caller = {
    userId: user.id,
    keyId: 0,
    personId: null,
    role: null,
    session: null,
    name: 'bench',
    plan: 4,
    scopes: [],
    publishing: { type: 'publish' },
    defaultProfileId: profileId,
  } as const
  async function page(query: Query) {
    const call = { database, clock: systemClock, sealer, platforms: [], caller, query: { limit: perPage, ...query } }
    const answered = await browse(call)
    if (answered.groups.length !== perPage) throw new Error(`No full page: ${JSON.stringify(answered)}`)
    return answered
  }
  const { snapshot_at } = await page({ sort: 'newest', page: 1 })

  /** The cursor of a page in the middle, built directly, because reading all pages before it would take too long. */
  async function cursorInTheMiddle(sort: Sort): Promise<string> {
    const from = { offset: Math.floor(groups / 2), limit: 1 }
    const [last] = await rankFrom(database.readLong, { at, filters: { profileId, now: at } }, orders[sort], from)
    if (!last) throw new Error('There is no group in the middle.')
    return writeCursor(sealer, { profileId, sort }, { at, total: groups, last })
  }

  return {
    // The keys of that object are these names; the type of `Object.keys` is string.
    sorts: Object.keys(orders) as Sort[],
    queryOf: async (kind: Kind, sort: Sort): Promise<Query> => {
      if (kind === 'first page') return { sort }
      return kind === 'page 1,000'
        ? { sort, page: 1_000, snapshot_at: snapshot_at ?? undefined }
        : { sort, cursor: await cursorInTheMiddle(sort) }
    },
    measure: (query: Query) => compare(byKey, groups, () => page(query)),
    close: async () => {
      await byKey.close()
      await close()
    },
  }
}

/** The fastest of the rounds: each takes about a millisecond, and other load of the machine only adds to it. */
async function compare(byKey: KeyReader, groups: number, page: () => Promise<unknown>): Promise<Measured> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const ids = Array.from({ length: perPage }, (_, nth) => 1 + ((round * 7_919 + nth * 104_729) % groups))
    theirs.push(await timed(() => byKey.read(ids)))
    ours.push(await timed(page))
  }
  return { time: Math.min(...ours), ratio: Math.min(...ours) / Math.min(...theirs) }
}
