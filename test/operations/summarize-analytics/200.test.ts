import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { noMetrics } from '../../../src/domain/metrics.ts'
import { type AnalyticsRows, openAnalyticsRows, type TestGroup } from '../../harness/browsed.ts'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { startAccepting } from '../../harness/posts.ts'

const on = (name: string, metrics: TestGroup['platforms'][number]['metrics']) => ({ name, metrics })
const at = (time: string, ...platforms: TestGroup['platforms']): TestGroup => ({
  createdAt: Date.parse(time),
  platforms,
})

onEachDatabase((kind) => {
  let instance: Instance
  let rows: AnalyticsRows
  before(async () => {
    instance = await startAccepting(kind)
    rows = await openAnalyticsRows(instance.data)
  })
  after(async () => {
    await rows.close()
    await instance.stop()
  })

  async function planted(...groups: TestGroup[]): Promise<{ user: User; ids: readonly number[] }> {
    const user = await instance.newUser()
    return { user, ids: (await rows.insert(user, groups)).map(({ id }) => id) }
  }

  async function summary({ ask }: Pick<User, 'ask'>, query: Readonly<Record<string, string>>): Promise<Row> {
    const { status, body, text } = await ask('GET', `/analytics/summary?${new URLSearchParams(query)}`)
    assert.equal(status, 200, text)
    return body.data
  }

  test('sums count what platforms told: null is not zero, and `told` says of how many publications', async () => {
    const { user } = await planted(
      at('2026-03-02T10:00:00Z', on('x', { impressions: 100, likes: 3, engagement: 10 }), on('bluesky', { likes: 0 })),
      at('2026-03-02T11:00:00Z', on('x', { views: 300, impressions: 999, engagement: 30 })),
      at('2026-03-03T11:00:00Z', on('x', null)),
    )
    const { total, days, platforms, captured_at } = await summary(user, { from: '2026-03-02', to: '2026-03-03' })
    assert.deepEqual([total.posts, total.publications, total.measured_publications], [3, 4, 3])
    assert.deepEqual([total.views, total.impressions, total.display_views], [300, 1099, 400])
    assert.deepEqual([total.likes, total.saves, total.engagement, total.engagement_rate], [3, null, 40, 0.1])
    const { likes, saves, display_views, engagement_rate } = total.told
    assert.deepEqual([likes, saves, display_views, engagement_rate], [2, 0, 2, 2])
    assert.deepEqual(
      days.map((day: Row) => [day.date, day.posts, day.likes, day.told.likes]),
      [
        ['2026-03-02', 2, 3, 2],
        ['2026-03-03', 1, null, 0],
      ],
    )
    assert.deepEqual(
      platforms.map((one: Row) => [one.platform, one.posts, one.likes]),
      [
        ['bluesky', 1, 0],
        ['x', 3, 3],
      ],
    )
    assert.ok(Math.abs(Date.now() - Date.parse(captured_at)) < 600_000)
  })

  test('days, weekdays and hours are those of the zone, also where its clocks change', async () => {
    const one = on('x', { likes: 1 })
    const { user } = await planted(
      at('2026-03-28T22:59:59Z', one), // Saturday 23:59 in Berlin
      at('2026-03-28T23:00:00Z', one), // Sunday 00:00
      at('2026-03-29T00:59:00Z', one), // Sunday 01:59; then the clocks show 03:00
      at('2026-03-29T01:00:00Z', one), // Sunday 03:00
      at('2026-03-29T21:59:59Z', one), // Sunday 23:59
      at('2026-03-29T22:00:00Z', one), // Monday 00:00
    )
    const { from, to, days, weekdays, hours } = await summary(user, {
      ...{ from: '2026-03-28', to: '2026-03-30', timezone: 'Europe/Berlin' },
    })
    assert.deepEqual([from, to], ['2026-03-28', '2026-03-30'])
    assert.deepEqual(
      days.map((day: Row) => [day.date, day.likes]),
      [
        ['2026-03-28', 1],
        ['2026-03-29', 4],
        ['2026-03-30', 1],
      ],
    )
    assert.deepEqual(
      weekdays.map((day: Row) => [day.weekday, day.posts]),
      [
        ['monday', 1],
        ['saturday', 1],
        ['sunday', 4],
      ],
    )
    assert.deepEqual(
      hours.map((hour: Row) => [hour.hour, hour.likes]),
      [
        [0, 2],
        [1, 1],
        [3, 1],
        [23, 2],
      ],
    )
  })

  test('the same number of days before is summed for itself, and what is outside or deleted counts nowhere', async () => {
    const { user, ids } = await planted(
      at('2026-02-26T23:59:59Z', on('x', { likes: 1000 })),
      at('2026-02-27T00:00:00Z', on('x', { likes: 20 })),
      at('2026-02-28T12:00:00Z', on('x', { likes: 5 })),
      at('2026-03-01T00:00:00Z', on('x', { likes: 7 })),
      at('2026-03-02T23:59:59Z', on('x', { likes: 8 })),
      at('2026-03-02T12:00:00Z', on('x', { likes: 500 })),
      at('2026-03-03T00:00:00Z', on('x', { likes: 2000 })),
    )
    await rows.remove(ids[5] ?? 0)
    const { total, before, platforms } = await summary(user, { from: '2026-03-01', to: '2026-03-02' })
    assert.deepEqual([total.likes, before.total.likes], [15, 25])
    assert.deepEqual([before.from, before.to], ['2026-02-27', '2026-02-28'])
    assert.deepEqual(
      before.days.map((day: Row) => day.likes),
      [20, 5],
    )
    assert.deepEqual(
      platforms.map((one: Row) => one.likes),
      [15],
    )
  })

  test('labels count each post that has them, and the sums of all profiles are those of the user alone', async () => {
    const { user, ids } = await planted(
      at('2026-03-02T10:00:00Z', on('x', { likes: 3 }), on('bluesky', { likes: 4 })),
      at('2026-03-02T11:00:00Z', on('x', { likes: 10 })),
    )
    const [first = 0, second = 0] = ids
    for (const [id, labels] of [
      [first, ['Launch', 'Coffee']],
      [second, ['Coffee']],
    ] as const)
      assert.equal((await user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: 1, labels } })).status, 200)
    const made = await user.ask('POST', '/profiles', { body: { name: 'Second' } })
    const profileId: string = made.body.data.profile_id
    await rows.insert({ ...user, profileId }, [at('2026-03-02T12:00:00Z', on('threads', { likes: 100 }))])
    await planted(at('2026-03-02T10:00:00Z', on('x', { likes: 9999 })))

    const day = { from: '2026-03-02', to: '2026-03-02' }
    const own = await summary(user, day)
    assert.deepEqual([own.profile_id, own.total.likes], [user.profileId, 17])
    const byName = new Map(own.labels.map(({ name, posts, likes }: Row) => [name, [posts, likes]]))
    assert.deepEqual([byName.get('Launch'), byName.get('Coffee'), byName.size], [[1, 7], [2, 17], 2])
    const all = await summary(user, { ...day, profile_id: 'all' })
    assert.deepEqual([all.profile_id, all.total.likes, all.platforms.length], [null, 117, 3])
    assert.equal((await summary(user, { ...day, profile_id: profileId })).total.likes, 100)
  })

  test('days without a post are there, with sums that nobody told', async () => {
    const user = await instance.newUser()
    const { total, days, platforms, captured_at, timezone } = await summary(user, {
      ...{ from: '2026-01-01', to: '2026-12-31' },
    })
    assert.deepEqual([total.posts, total.likes, days.length, captured_at, timezone], [0, null, 365, null, 'UTC'])
    assert.deepEqual(platforms, [])
    assert.deepEqual(
      Object.keys(noMetrics).filter((name) => total[name] !== null),
      [],
    )
  })

  test('the ranking of posts can be of the same days', async () => {
    const { user, ids } = await planted(
      at('2026-03-01T22:59:59Z', on('x', { likes: 9 })),
      at('2026-03-01T23:00:00Z', on('x', { likes: 3 })),
      at('2026-03-02T22:59:59Z', on('x', { likes: 5 })),
      at('2026-03-02T23:00:00Z', on('x', { likes: 9 })),
    )
    const query = { from: '2026-03-02', to: '2026-03-02', timezone: 'Europe/Berlin', sort: 'likes' }
    for (const paging of [{}, { page: '1' }]) {
      const { body } = await user.ask('GET', `/analytics/posts?${new URLSearchParams({ ...query, ...paging })}`)
      const { groups, total } = body.data
      assert.deepEqual(
        groups.map((group: Row) => group.post_id),
        [ids[2], ids[1]],
      )
      assert.equal(total, 2)
    }
  })
})

// biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response.
type Row = any
