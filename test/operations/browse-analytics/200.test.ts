import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type AnalyticsRows,
  type BrowsePage,
  browse,
  browsePages,
  idsOf,
  openAnalyticsRows,
  type TestGroup,
} from '../../harness/browsed.ts'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { connectOnce, createPost, newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'
import { insertFile, withDatabase } from '../../harness/rows.ts'

const day = 24 * 3_600_000
const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`)

onEachDatabase((kind) => {
  let instance: Instance
  let analyticsRows: AnalyticsRows
  before(async () => {
    instance = await startAccepting(kind)
    analyticsRows = await openAnalyticsRows(instance.data)
  })
  after(async () => {
    await analyticsRows.close()
    await instance.stop()
  })

  const on = (name: string, metrics: TestGroup['platforms'][number]['metrics']) => ({ name, metrics })
  const ids = async (user: User, query: Record<string, unknown> = {}) => idsOf([await browse(user, query)])

  async function planted(...groups: TestGroup[]): Promise<{ user: User; ids: number[] }> {
    const user = await instance.newUser()
    return { user, ids: (await analyticsRows.insert(user, groups)).map(({ id }) => id) }
  }

  async function onlyGroup(...platforms: TestGroup['platforms']): Promise<BrowsePage> {
    const { user } = await planted({ platforms })
    return (await browse(user, {})).groups[0]
  }

  describe('rule 1: a page has its number and the totals', () => {
    test('total counts the groups of all pages, and total_pages counts the pages', async () => {
      const { user } = await planted(...Array.from({ length: 5 }, () => ({ platforms: [on('x', null)] })))
      for (const query of [{ limit: 2 }, { limit: 2, page: 1 }, { limit: 2, page: 3 }, { limit: 2, page: 4 }]) {
        const { groups, page, total, total_pages, limit } = await browse(user, query)
        assert.deepEqual({ total, total_pages, limit }, { total: 5, total_pages: 3, limit: 2 })
        assert.equal(page, query.page ?? null)
        assert.equal(groups.length, [2, 2, 1, 0][(query.page ?? 1) - 1])
      }
    })

    test('without any match there are 0 pages', async () => {
      const user = await instance.newUser()
      for (const query of [{}, { page: 1 }, { search: 'nothing', sort: 'likes' }]) {
        const { groups, total, total_pages, next_cursor } = await browse(user, query)
        assert.deepEqual(
          { groups, total, total_pages, next_cursor },
          { groups: [], total: 0, total_pages: 0, next_cursor: null },
        )
      }
    })
  })

  describe('rule 2: numbered pages have a snapshot', () => {
    test('the first page returns a snapshot that is not in the future, and later pages return the same one', async () => {
      const { user } = await planted({ platforms: [on('x', { views: 1 })] }, { platforms: [on('x', { views: 2 })] })
      const first = await browse(user, { page: 1, limit: 1 })
      assert.match(first.snapshot_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      assert.ok(Date.parse(first.snapshot_at) <= Date.now() + 1_000)
      const second = await browse(user, { page: 2, limit: 1, snapshot_at: first.snapshot_at })
      assert.equal(second.snapshot_at, first.snapshot_at)
      assert.equal(idsOf([first, second]).length, 2)
    })

    test('the first page includes everything that was created, measured or deleted just before it', async () => {
      const user = await newPublisher(instance, { platforms: ['x'] })
      const [kept, deleted] = [
        await schedulePost(user, { platforms: ['x'] }),
        await schedulePost(user, { platforms: ['x'] }),
      ]
      for (const query of [{ page: 1 }, {}]) assert.deepEqual(await ids(user, query), [deleted.id, kept.id])
      await user.ask('DELETE', `/posts/${deleted.id}`)
      for (const query of [{ page: 1 }, {}]) assert.deepEqual(await ids(user, query), [kept.id])
    })
  })

  describe('rule 3: cursors lead to the last page', () => {
    test('the last page has no next_cursor, even when it is full, and numbered pages never have one', async () => {
      const { user, ids: made } = await planted(...Array.from({ length: 4 }, () => ({ platforms: [on('x', null)] })))
      const pages = await browsePages(user, { limit: 2 }, 'cursor')
      assert.deepEqual(
        pages.map(({ next_cursor, snapshot_at, page }) => [typeof next_cursor, snapshot_at, page]),
        [
          ['string', null, null],
          ['object', null, null],
        ],
      )
      assert.deepEqual(idsOf(pages), made.toReversed())
      for (const { next_cursor } of await browsePages(user, { limit: 3 }, 'numbered')) assert.equal(next_cursor, null)
    })

    test('a page may have another size than the page that returned the cursor', async () => {
      const { user, ids: made } = await planted(...Array.from({ length: 4 }, () => ({ platforms: [on('x', null)] })))
      const { next_cursor } = await browse(user, { limit: 1 })
      assert.deepEqual(await ids(user, { limit: 3, cursor: next_cursor }), made.toReversed().slice(1))
    })
  })

  describe('rule 4: metrics are the latest totals', () => {
    test('the date filter selects by creation date and does not change the totals', async () => {
      const old = { platforms: [on('x', { likes: 40 })], createdAt: Date.now() - 400 * day }
      const { user, ids: made } = await planted(old)
      const date = new Date(old.createdAt).toISOString().slice(0, 10)
      const { groups } = await browse(user, { start_date: date, end_date: date })
      assert.deepEqual([groups[0].post_id, groups[0].likes], [made[0], 40])
    })

    test('the latest read replaces the earlier one and returns its window', async () => {
      const user = await instance.newUser()
      const [
        {
          jobIds: [jobId = 0, other = 0],
        } = { jobIds: [] },
      ] = await analyticsRows.insert(user, [
        { platforms: [on('pinterest', { impressions: 900 }), on('x', { impressions: 5 })] },
      ])
      await analyticsRows.measure([{ jobId, metrics: { impressions: 700 } }], 'rolling_90_days')
      const [group] = (await browse(user, {})).groups
      assert.deepEqual([group.impressions, group.metric_window], [705, 'mixed'])
      assert.deepEqual(
        group.platform_metrics.map((row: BrowsePage) => [row.job_id, row.impressions, row.metric_window]),
        [
          [jobId, 700, 'rolling_90_days'],
          [other, 5, 'lifetime'],
        ],
      )
      await analyticsRows.measure([{ jobId: other, metrics: { impressions: 5 } }], 'rolling_90_days')
      assert.equal((await browse(user, {})).groups[0].metric_window, 'rolling_90_days')
    })
  })

  describe('rule 5: the order', () => {
    const metrics = ['views', 'likes', 'comments', 'engagement', 'clicks', 'impressions'] as const
    const both = ['likes', 'comments', 'display_views', 'engagement_rate'] as const

    test('each metric sorts highest first, with _asc lowest first, and groups without it come last in both', async () => {
      const value = (of: number) => Object.fromEntries(metrics.map((name) => [name, of]))
      const some = [3, 1, 2].map((of) => ({ platforms: [on('x', { ...value(of), engagement: of * of })] }))
      const { user, ids: made } = await planted({ platforms: [on('x', null)] }, ...some, { platforms: [on('x', {})] })
      const [never, three, one, two, without] = made
      for (const sort of [...metrics, 'display_views', 'engagement_rate'])
        assert.deepEqual(await ids(user, { sort }), [three, two, one, without, never], sort)
      for (const sort of both)
        assert.deepEqual(await ids(user, { sort: `${sort}_asc` }), [one, two, three, never, without], sort)
      // Numbered pages come from another statement.
      for (const limit of [2, 5]) {
        const numbered = async (sort: string) => idsOf(await browsePages(user, { sort, limit }, 'numbered'))
        for (const sort of [...metrics, 'display_views', 'engagement_rate'])
          assert.deepEqual(await numbered(sort), [three, two, one, without, never], sort)
        for (const sort of both)
          assert.deepEqual(await numbered(`${sort}_asc`), [one, two, three, never, without], sort)
      }
    })

    test('display_views are the views, or the impressions if the platform supplies no views', async () => {
      const { user, ids: made } = await planted(
        { platforms: [on('x', { impressions: 50 }), on('bluesky', { views: 20, impressions: 1_000 })] },
        { platforms: [on('x', { views: 60, impressions: 1 })] },
        { platforms: [on('x', { views: 0, impressions: 99 })] },
      )
      assert.deepEqual(await ids(user, { sort: 'display_views' }), [made[0], made[1], made[2]])
      const { groups } = await browse(user, { sort: 'display_views_asc' })
      assert.deepEqual(
        groups.map((group: BrowsePage) => group.display_views),
        [0, 60, 70],
      )
    })

    test('newest is the default order, oldest reverses it, both by creation time', async () => {
      const at = (createdAt: number) => ({ platforms: [on('x', null)], createdAt })
      const {
        user,
        ids: [middle, last, first],
      } = await planted(at(2_000), at(3_000), at(1_000))
      for (const query of [{}, { sort: 'newest' }]) assert.deepEqual(await ids(user, query), [last, middle, first])
      assert.deepEqual(await ids(user, { sort: 'oldest' }), [first, middle, last])
    })
  })

  describe('rule 6: a metric that is not supplied is null', () => {
    test('a reported zero is 0, a metric that no platform supplies is null, and one that only some supply is partial', async () => {
      const group = await onlyGroup(on('x', { likes: 0, views: 4 }), on('bluesky', { likes: 3, comments: null }))
      const told = (name: string) => [group[name], group[`${name}_available`], group[`${name}_partial`]]
      assert.deepEqual(told('likes'), [3, true, false])
      assert.deepEqual(told('views'), [4, true, true])
      assert.deepEqual(told('comments'), [null, false, false])
      assert.deepEqual(told('display_views'), [4, true, true])
      const alone = await onlyGroup(on('x', { likes: 0 }))
      assert.deepEqual([alone.likes, alone.likes_available, alone.likes_partial], [0, true, false])
    })

    test('a platform that has not been read yet makes a total partial', async () => {
      const group = await onlyGroup(on('x', { likes: 7 }), on('bluesky', null))
      assert.deepEqual([group.likes, group.likes_available, group.likes_partial], [7, true, true])
      assert.deepEqual(
        group.platform_metrics.map((row: BrowsePage) => [row.platform, row.likes, row.captured_at === null]),
        [
          ['x', 7, false],
          ['bluesky', null, true],
        ],
      )
    })
  })

  describe('rule 7: the engagement rate of a group', () => {
    test('the rate is weighted by the bases, and platforms without a usable base are left out', async () => {
      const group = await onlyGroup(
        on('x', { engagement: 10, views: 100 }),
        on('bluesky', { engagement: 30, views: 900 }),
        on('threads', { engagement: 5 }),
        on('reddit', { engagement: 5, views: 0 }),
      )
      assert.equal(group.engagement_rate, 40 / 1_000)
      assert.deepEqual(
        [group.engagement_rate_sample_count, group.engagement_rate_partial, group.engagement_rate_denominator],
        [2, true, 'views'],
      )
      assert.deepEqual(
        group.platform_metrics.map((row: BrowsePage) => [
          row.engagement_rate,
          row.engagement_rate_base,
          row.engagement_rate_base_count,
        ]),
        [
          [0.1, 'views', 100],
          [30 / 900, 'views', 900],
          [null, null, null],
          [null, null, null],
        ],
      )
    })

    test('rates with different bases are marked as mixed', async () => {
      const group = await onlyGroup(
        on('x', { engagement: 10, impressions: 100 }),
        on('facebook', { engagement: 10, reach: 300 }),
      )
      assert.deepEqual(
        [group.engagement_rate, group.engagement_rate_denominator, group.engagement_rate_partial],
        [20 / 400, 'mixed', false],
      )
    })

    test('without any rate of a platform the group has no rate', async () => {
      const group = await onlyGroup(on('x', { engagement: 10 }), on('bluesky', null))
      assert.deepEqual(
        [group.engagement_rate, group.engagement_rate_sample_count, group.engagement_rate_denominator],
        [null, 0, null],
      )
      assert.equal(group.engagement_rate_partial, false)
    })
  })

  describe('filters', () => {
    test('date filters are UTC days, and both ends are included', async () => {
      const at = (createdAt: number) => ({ platforms: [on('x', null)], createdAt })
      const times = [
        '2026-03-01T23:59:59.999Z',
        '2026-03-02T00:00:00Z',
        '2026-03-03T23:59:59.999Z',
        '2026-03-04T00:00:00Z',
      ]
      const {
        user,
        ids: [before, first, last, beyond],
      } = await planted(...times.map((time) => at(Date.parse(time))))
      assert.deepEqual(await ids(user, { start_date: '2026-03-02', end_date: '2026-03-03' }), [last, first])
      assert.deepEqual(await ids(user, { start_date: '2026-03-04' }), [beyond])
      assert.deepEqual(await ids(user, { end_date: '2026-03-01' }), [before])
    })

    test('a platform filter finds every group with a post on that platform, by either of its names', async () => {
      const {
        user,
        ids: [both, alone],
      } = await planted({ platforms: [on('x', null), on('bluesky', null)] }, { platforms: [on('bluesky', null)] })
      for (const platform of ['x', 'twitter']) assert.deepEqual(await ids(user, { platform }), [both])
      assert.deepEqual(await ids(user, { platform: 'bluesky' }), [alone, both])
    })

    test('each status filter finds its groups, and processing finds the queued ones too', async () => {
      const soon = Date.now() + day
      const group = (status: string, scheduledAt: number | null = null) => ({
        platforms: [on('x', null)],
        status,
        scheduledAt,
      })
      const { user, ids: made } = await planted(
        group('successful'),
        group('queued', soon),
        group('failed'),
        group('processing'),
        group('partial'),
        group('queued', noon('2026-01-01')),
        group('cancelled'),
      )
      const [successful, scheduled, failed, processing, partial, queued] = made
      const expected = { successful: [successful], scheduled: [scheduled], failed: [failed], partial: [partial] }
      for (const [status, found] of Object.entries(expected))
        assert.deepEqual(await ids(user, { status }), found, status)
      assert.deepEqual(await ids(user, { status: 'processing' }), [queued, processing])
      assert.deepEqual(await ids(user), made.toReversed())
    })

    test('the media type filter finds its groups', async () => {
      const group = (...media: NonNullable<TestGroup['media']>) => ({ platforms: [on('x', null)], media })
      const [image, video] = ['image/png', 'video/mp4'] as const
      const {
        user,
        ids: [video1, photo, mixed, text],
      } = await planted(group(video), group(image, image), group(image, video), group())
      for (const [media_type, id] of Object.entries({ video: video1, photo, mixed_media: mixed, text_or_link: text })) {
        const { groups } = await browse(user, { media_type })
        assert.deepEqual(
          groups.map((found: BrowsePage) => [found.post_id, found.media_type]),
          [[id, media_type]],
        )
      }
    })

    test('an edit of the media changes the media type of the group', async () => {
      const user = await newPublisher(instance, { platforms: ['bluesky'] })
      const { id } = await schedulePost(user, { platforms: ['bluesky'] })
      const storageKey = await withDatabase(instance.data, (db) =>
        insertFile(db, user.id, { contentType: 'image/png' }),
      )
      const body = { expected_revision: 1, media: [{ storageKey }] }
      const { status, text } = await user.ask('PATCH', `/posts/${id}`, { body })
      assert.equal(status, 200, text)
      assert.deepEqual(await ids(user, { media_type: 'photo' }), [id])
      assert.deepEqual(await ids(user, { media_type: 'text_or_link' }), [])
    })

    test('a search finds part of a text in any case, and batch IDs; wildcards have no special meaning', async () => {
      const user = await instance.newUser()
      const [first, second] = await analyticsRows.insert(user, [
        { platforms: [on('x', null)], message: '100% Łódź_now' },
        { platforms: [on('x', null)], message: 'Another' },
      ])
      for (const search of ['łódź', '100%', 'Ź_N', first?.batchId ?? ''])
        assert.deepEqual(await ids(user, { search }), [first?.id], search)
      assert.deepEqual(await ids(user, { search: '%' }), [first?.id])
      assert.deepEqual(await ids(user, { search: '' }), [second?.id, first?.id])
    })
  })

  describe('profiles', () => {
    test('only groups of the profile are listed: a moved post takes its metrics along, a deleted post disappears', async () => {
      const user = await newPublisher(instance, { platforms: ['x'] })
      const other = (await user.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
      await connectOnce(instance, other, ['x'])
      const [moved, stays] = [
        await schedulePost(user, { platforms: ['x'] }),
        await schedulePost(user, { platforms: ['x'] }),
      ]
      const move = { expected_revision: 1, profile_id: other, message: 'Moved.' }
      assert.equal((await user.ask('PATCH', `/posts/${moved.id}`, { body: move })).status, 200)
      assert.deepEqual(await ids(user), [stays.id])
      const { groups, total } = await browse(user, { profile_id: other })
      assert.deepEqual([groups[0].post_id, groups[0].message, total], [moved.id, 'Moved.', 1])
      await user.ask('DELETE', `/posts/${moved.id}`)
      assert.equal((await browse(user, { profile_id: other })).total, 0)
      assert.equal((await user.ask('DELETE', `/profiles/${other}`)).status, 200)
      assert.equal((await user.ask('GET', `/analytics/posts?profile_id=${other}`)).status, 404)
    })

    test('a group looks like its post when it is read', async () => {
      const user = await newPublisher(instance)
      const { id, jobIds } = await createPost(user, { platforms: ['twitter', 'bluesky'] })
      const [group] = (await browse(user, {})).groups
      const post = (await user.ask('GET', `/posts/${id}`)).body.data
      for (const name of ['batch_id', 'message', 'platforms', 'status', 'created_at', 'posted_at'])
        assert.deepEqual(group[name], post[name], name)
      assert.deepEqual([group.media_type, group.captured_at, group.metric_window], ['text_or_link', null, null])
      assert.deepEqual(
        group.platform_metrics.map((row: BrowsePage) => [row.platform, row.job_id]),
        [
          ['twitter', jobIds[0]],
          ['bluesky', jobIds[1]],
        ],
      )
    })
  })
})
