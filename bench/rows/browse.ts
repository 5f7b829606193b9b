import { rankFrom, readTime } from '../../src/store/posts/browse.ts'
import { systemClock } from '../../src/system/clock.ts'
import { browse } from '../../src/usecases/analytics/browse-analytics.ts'
import { writeCursor } from '../../src/usecases/analytics/browse-cursor.ts'
import { type BrowseCall, orders } from '../../src/usecases/analytics/browse-filters.ts'
import { openKeyReader } from '../anchors/by-key.ts'
import type { Row } from '../kit/bench.ts'
import { addGroups } from '../kit/groups.ts'
import type { InstanceData } from '../kit/instance-data.ts'
import { addUsers, openData } from '../kit/seed.ts'
import { median, timed, whole } from '../kit/table.ts'

const perPage = 25
const groups = 1_000_000
/** Pages of each sort in a round. */
const pagesEach = 10

type Sort = keyof typeof orders
type Query = Omit<BrowseCall['query'], 'limit'>

const kinds = ['first page', 'cursor page in the middle', 'page 1,000'] as const
type Kind = (typeof kinds)[number]

const goals = { sqlite: 10, postgres: 5 }

export const browsing: Row = {
  alone: true,
  about:
    'pages of analytics of 1,000,000 posts, against reading the same number of posts by their keys, on both databases',
  run: async (bench) => {
    for (const kind of ['sqlite', 'postgres'] as const) {
      const data = await bench.makeData(kind)
      const prepared = await prepare(data)
      bench.atEnd(prepared.close)
      for (const page of kinds) {
        const rounds = await measure(prepared, page, bench.rounds)
        bench.print({
          name: `analytics, ${page} of ${whole(groups)} posts, ${data.title}`,
          ours: `${median(rounds.map(({ ours }) => ours)).toFixed(1)} ms; the slowest order (${slowest(rounds)})`,
          anchor: `${perPage} posts by their keys, ${median(rounds.map(({ theirs }) => theirs)).toFixed(1)} ms`,
          values: rounds.map(({ ours, theirs }) => ours / theirs),
          goal: { atMost: goals[kind] },
        })
      }
    }
  },
}

interface Round {
  /** Milliseconds of a page, over all orders. */
  readonly ours: number
  readonly theirs: number
  readonly bySort: ReadonlyMap<Sort, number>
}

async function measure(prepared: BrowseSetup, kind: Kind, rounds: number): Promise<Round[]> {
  const queries = new Map<Sort, Query>()
  for (const sort of prepared.sorts) queries.set(sort, await prepared.queryOf(kind, sort))
  const all: Round[] = []
  for (let round = -1; round < rounds; round += 1) {
    let theirs = 0
    const bySort = new Map<Sort, number>()
    for (const [sort, query] of queries)
      for (let nth = 0; nth < pagesEach; nth += 1) {
        theirs += await timed(() => prepared.byKey((round + 1) * pagesEach + nth))
        bySort.set(sort, (bySort.get(sort) ?? 0) + (await timed(() => prepared.page(query))) / pagesEach)
      }
    const ours = [...bySort.values()].reduce((sum, one) => sum + one, 0) / queries.size
    // The first one warms up.
    if (round >= 0) all.push({ ours, theirs: theirs / queries.size / pagesEach, bySort })
  }
  return all
}

function slowest(rounds: readonly Round[]): string {
  const times = [...(rounds[0]?.bySort.keys() ?? [])].map(
    (sort) => [sort, median(rounds.map(({ bySort }) => bySort.get(sort) ?? 0))] as const,
  )
  const [sort, time] = times.toSorted(([, a], [, b]) => b - a)[0] ?? []
  return `${sort}, ${time?.toFixed(1)} ms`
}

type BrowseSetup = Awaited<ReturnType<typeof prepare>>

async function prepare(data: InstanceData) {
  const [user] = await addUsers(data, 1, ['x'])
  if (!user) throw new Error('Groups need a profile.')
  const { profileId } = user
  const { database, sealer, close } = await openData(data)
  await addGroups(database, user, groups)
  const reader = await openKeyReader(data, perPage)
  const at = await readTime(database, [profileId])

  const caller = {
    userId: user.id,
    keyId: 0,
    personId: null,
    role: null,
    ofPerson: null,
    unattended: true,
    isOperator: false,
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
    const [last] = await rankFrom(
      database.readLong,
      { at, filters: { profileIds: [profileId], now: at } },
      orders[sort],
      from,
    )
    if (!last) throw new Error('There is no group in the middle.')
    return writeCursor(sealer, { profileIds: [profileId], sort }, { at, total: groups, last })
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
    page,
    byKey: (nth: number) =>
      reader.read(Array.from({ length: perPage }, (_, at) => 1 + ((nth * 7_919 + at * 104_729) % groups))),
    close: async () => {
      await reader.close()
      await close()
    },
  }
}
