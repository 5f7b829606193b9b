import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type AnalyticsRows,
  type BrowsePage,
  browse,
  browsePages,
  idsOf,
  openAnalyticsRows,
} from '../../harness/browsed.ts'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance } from '../../harness/instance.ts'
import { startAccepting } from '../../harness/posts.ts'

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

  const x = (views: number | null) => ({ platforms: [{ name: 'x', metrics: views === null ? null : { views } }] })

  for (const mode of ['cursor', 'numbered'] as const)
    test(`${mode} pages keep one ranking while metrics change between them, and show the metrics of the snapshot`, async () => {
      const user = await instance.newUser()
      const planted = await analyticsRows.insert(user, [50, 40, 30, 20, 10, null, null].map(x))
      const turned = planted.map(({ jobIds: [jobId = 0] }, at) => ({ jobId, metrics: { views: at * 1_000 } }))
      const pages = await browsePages(user, { sort: 'views', limit: 2 }, mode, () => analyticsRows.measure(turned))
      const expected = [...planted.slice(0, 5), ...planted.slice(5).toReversed()]
      assert.deepEqual(
        idsOf(pages),
        expected.map(({ id }) => id),
      )
      const views = pages.flatMap(({ groups }) => groups.map((group: { views: number | null }) => group.views))
      assert.deepEqual(views, [50, 40, 30, 20, 10, null, null])
      assert.deepEqual(new Set(pages.map(({ total }) => total)), new Set([7]))
      const [now] = (await browse(user, { sort: 'views', limit: 1 })).groups
      assert.equal(now.views, 6_000)
    })

  for (const mode of ['cursor', 'numbered'] as const)
    test(`${mode} pages neither skip nor repeat a group while others are created and deleted between them`, async () => {
      const user = await instance.newUser()
      const planted = (await analyticsRows.insert(user, [60, 50, 40, 30, 20, 10].map(x))).map(({ id }) => id)
      const [, deletedLate = 0, deletedSoon = 0] = planted.toReversed()
      const left = [deletedLate, deletedSoon]
      const pages = await browsePages(user, { sort: 'views', limit: 2 }, mode, async () => {
        await analyticsRows.insert(user, [x(1_000), x(35), x(null)])
        await analyticsRows.remove(left.pop() ?? 0)
      })
      assert.deepEqual(
        pages.map((page) => idsOf([page])),
        [planted.slice(0, 2), planted.slice(2, 4).filter((id) => id !== deletedSoon), [planted[5]]],
      )
      assert.deepEqual(new Set(pages.map(({ total }) => total)), new Set([6]))
      assert.equal((await browse(user, {})).total, 10)
    })

  test('a snapshot always shows the same data, however many writes ran when it was taken', async () => {
    const user = await instance.newUser()
    const [{ jobIds } = { jobIds: [] }] = await analyticsRows.insert(user, [x(1)])
    const [jobId = 0] = jobIds
    const views = (page: BrowsePage): [number, number | null][] =>
      page.groups.map((group: BrowsePage) => [group.post_id, group.views])
    let writing = true
    const writers = [1, 2, 3].map(async () => {
      for (let round = 0; round < 12; round += 1) await analyticsRows.insert(user, [x(round), x(null)])
    })
    const measurer = (async () => {
      for (let value = 2; writing; value += 1) await analyticsRows.measure([{ jobId, metrics: { views: value } }])
    })()
    const readers = [1, 2, 3].map(async () => {
      const seen: { page: BrowsePage; begun: BrowsePage }[] = []
      while (writing)
        seen.push({
          page: await browse(user, { sort: 'views', limit: 100, page: 1 }),
          begun: await browse(user, { sort: 'views', limit: 1 }),
        })
      return seen
    })
    await Promise.all(writers)
    writing = false
    await measurer
    for (const { page, begun } of (await Promise.all(readers)).flat()) {
      const { snapshot_at } = page
      const again = await browse(user, { sort: 'views', limit: 100, page: 1, snapshot_at })
      assert.deepEqual([again.total, views(again)], [page.total, views(page)])
      assert.equal(page.total, page.groups.length)
      if (begun.next_cursor === null) continue
      const rest = await browse(user, { sort: 'views', limit: 100, cursor: begun.next_cursor })
      assert.equal(new Set([...idsOf([begun]), ...idsOf([rest])]).size, begun.total)
    }
  })
})
