import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createSealer } from '../../../src/crypto/seal.ts'
import { writeCursor } from '../../../src/usecases/analytics/browse-cursor.ts'
import { type AnalyticsRows, browse, openAnalyticsRows } from '../../harness/browsed.ts'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { uploadSecret } from '../../harness/media.ts'
import { startAccepting } from '../../harness/posts.ts'

const hour = 3_600_000
const inHours = (hours: number): string => `${new Date(Date.now() + hours * hour).toISOString().slice(0, 19)}Z`

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

  const ask = ({ ask: get }: User, query: Record<string, string>) =>
    get('GET', `/analytics/posts?${new URLSearchParams(query)}`)

  async function withTwo(): Promise<User> {
    const user = await instance.newUser()
    await analyticsRows.insert(user, [
      { platforms: [{ name: 'x', metrics: null }] },
      { platforms: [{ name: 'x', metrics: null }] },
    ])
    return user
  }

  for (const [query, path] of [
    ['page=0', 'page'],
    ['start_date=2026-11-02&end_date=2026-11-01', 'end_date'],
    ['page=10001', 'page'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['sort=views_asc', 'sort'],
    ['status=queued', 'status'],
    ['media_type=gif', 'media_type'],
    ['platform=friendster', 'platform'],
    ['start_date=2026-02-30', 'start_date'],
    ['end_date=2026-02-01T00:00:00Z', 'end_date'],
    [`search=${'s'.repeat(201)}`, 'search'],
    ['search=%00', 'search'],
    ['profile_id=a!', 'profile_id'],
    ['page=1&cursor=x', 'cursor'],
    ['snapshot_at=2026-02-01T00:00:00Z', 'snapshot_at'],
    ['page=1&snapshot_at=2026-02-01T00:00:00.000Z', 'snapshot_at'],
    ['page=1&snapshot_at=2026-02-01', 'snapshot_at'],
    ['from=2026-02-30', 'from'],
    ['to=yesterday', 'to'],
    ['timezone=Mars', 'timezone'],
    ['offset=5', 'offset'],
  ] as const)
    test(`?${query.slice(0, 50)} is refused, with the name of the parameter`, async () => {
      const { status, body } = await instance.owner('GET', `/analytics/posts?${query}`)
      assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'validation_failed', path])
    })

  test('a snapshot in the future is refused, and so is one older than the stored history', async () => {
    const user = await withTwo()
    for (const snapshot_at of [inHours(1), inHours(-25), '1970-01-01T00:00:00Z']) {
      const { status, body } = await ask(user, { page: '1', snapshot_at })
      assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'validation_failed', 'snapshot_at'])
      assert.match(body.error.message, /Leave it out/)
    }
    assert.equal((await ask(user, { page: '1', snapshot_at: inHours(-23) })).status, 200)
  })

  test('a cursor works only with its own filters, sort order and profile', async () => {
    const user = await withTwo()
    const { next_cursor: cursor } = await browse(user, { limit: 1, platform: 'x', sort: 'likes' })
    const same = { limit: '1', platform: 'twitter', sort: 'likes', cursor }
    assert.equal((await ask(user, same)).status, 200)
    const others = [
      ...[{ platform: 'bluesky' }, { sort: 'likes_asc' }, { status: 'failed' }, { search: 'a' }],
      ...[{ start_date: '2026-01-01' }, { end_date: '2027-01-01' }, { media_type: 'photo' }],
      ...[{ cursor: 'x' }, { cursor: `${cursor}A` }, { cursor: cursor.slice(1) }],
    ]
    for (const other of others) {
      const { status, body } = await ask(user, { ...same, ...other })
      assert.deepEqual([status, body.error.code], [400, 'invalid_cursor'], JSON.stringify(other))
    }
    const foreign = await ask(await withTwo(), same)
    assert.deepEqual([foreign.status, foreign.body.error.code], [400, 'invalid_cursor'])
  })

  test('a cursor older than the stored history is refused with the advice to start again', async () => {
    const user = await withTwo()
    const at = Date.now() - 25 * hour
    const asked = { profileIds: [user.profileId], sort: 'newest' }
    const last = { postId: 1, value: 1 }
    const cursor = writeCursor(createSealer([uploadSecret]), asked, { at, total: 2, last })
    const { status, body } = await ask(user, { cursor })
    assert.deepEqual([status, body.error.code], [400, 'invalid_cursor'])
    assert.match(body.error.message, /start again/)
  })
})
