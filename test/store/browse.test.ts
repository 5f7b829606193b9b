import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { prunePastTotals } from '../../src/store/analytics/post-totals.ts'
import type { Database, Transaction } from '../../src/store/engine/database.ts'
import { migrate } from '../../src/store/engine/migrate.ts'
import { countGroups, rankFrom } from '../../src/store/posts/browse.ts'
import { markPostDeleted } from '../../src/store/posts/posts.ts'
import { systemClock } from '../../src/system/clock.ts'
import { snapshotTime } from '../../src/usecases/analytics/snapshot-time.ts'
import { type InstanceData, makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { openInstanceData } from '../harness/rows.ts'

onEachDatabase((kind) => {
  let instanceData: InstanceData
  let database: Database
  before(async () => {
    instanceData = await makeInstanceData(kind, { migrated: true })
    database = openInstanceData(instanceData)
    await migrate(database, systemClock)
    await database.transaction(addOwner)
  })
  after(async () => {
    await database.close()
    await instanceData.remove()
  })

  const profileId = 'profile1'
  const by = { type: 'key', id: 1, name: 'test' } as const
  async function addOwner(tx: Transaction): Promise<void> {
    const owner = { email: 'ana@example.com', plan_id: 4, default_profile_id: profileId, created_at: 0 } as const
    const { id } = await tx.insertInto('users').values(owner).returning('id').executeTakeFirstOrThrow()
    const profile = { id: profileId, user_id: id, name: 'Default', folded_name: 'default' }
    await tx
      .insertInto('profiles')
      .values({ ...profile, created_at: 0, updated_at: 0 })
      .execute()
  }

  let last = 0
  async function addPost(tx: Transaction): Promise<number> {
    last += 1
    const id = last
    const { user_id } = await tx.selectFrom('profiles').select('user_id').executeTakeFirstOrThrow()
    await tx
      .insertInto('posts')
      .values({
        ...{ id, user_id, profile_id: profileId, batch_id: `batch_${id}`, message: 'x', search: 'x' },
        ...{ platforms: '[]', media: '[]', comments: '[]', warnings: '[]', source: 'api', status: 'queued' },
        ...{ revision: 1, created_at: Date.now(), updated_at: 0 },
      })
      .execute()
    return id
  }

  const read = (id: number) =>
    database.read.selectFrom('post_totals').selectAll().where('post_id', '=', id).executeTakeFirst()

  test('an instant waits for all transactions that began before it, and lies after everything they wrote', async () => {
    for (const unit of [1, 1_000]) {
      let id = 0
      let under: () => void = () => {}
      const begun = new Promise<void>((resolve) => {
        under = resolve
      })
      const writing = database.transaction(async (tx) => {
        id = await addPost(tx)
        under()
        await sleep(150)
      })
      await begun
      const at = await snapshotTime(database, [profileId], unit)
      const found = await read(id)
      assert.ok(found && found.since < at, `${found?.since} is before ${at}`)
      assert.equal(at % unit, 0)
      await writing
    }
  })

  test('nothing that is written after an instant was taken lies before it', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [at, id] = await Promise.all([
        snapshotTime(database, [profileId], 1),
        sleep(round / 4).then(() => database.transaction(addPost)),
      ])
      const seen = await database.read
        .selectFrom('post_totals')
        .select('post_id')
        .where('since', '<', at)
        .orderBy('post_id')
        .execute()
      await snapshotTime(database, [profileId], 1)
      const later = await database.read
        .selectFrom('post_totals')
        .select('post_id')
        .where('since', '<', at)
        .orderBy('post_id')
        .execute()
      assert.deepEqual(later, seen)
      assert.ok(await read(id))
    }
  })

  test('past totals are kept with their times, and removed when they are old', async () => {
    const id = await database.transaction(addPost)
    await snapshotTime(database, [profileId], 1)
    for (const likes of [1, 2]) {
      await database.step((tx) => tx.updateTable('post_totals').set({ likes }).where('post_id', '=', id).execute())
      await snapshotTime(database, [profileId], 1)
    }
    const past = () => database.read.selectFrom('post_totals_past').selectAll().orderBy('id').execute()
    const now = await read(id)
    const [first, second] = await past()
    assert.deepEqual([first?.likes, second?.likes, now?.likes], [null, 1, 2])
    assert.deepEqual([first?.until, second?.until], [second?.since, now?.since])
    assert.equal(await database.step((tx) => prunePastTotals(tx, second?.until ?? 0, 10)), 1)
    assert.deepEqual(
      (await past()).map(({ likes }) => likes),
      [1],
    )
  })

  test('a change belongs to the instants after its millisecond, so two changes in one millisecond are never torn apart', async () => {
    const id = await database.transaction(addPost)
    await snapshotTime(database, [profileId], 1)
    const setLikes = async (likes: number): Promise<number> => {
      await database.step((tx) => tx.updateTable('post_totals').set({ likes }).where('post_id', '=', id).execute())
      await snapshotTime(database, [profileId], 1)
      return (await read(id))?.since ?? Number.NaN
    }
    const begun = (await read(id))?.since ?? Number.NaN
    const [first, second] = [await setLikes(1), await setLikes(2)]
    const likesAt = async (at: number) => {
      const browsed = { at, filters: { profileIds: [profileId], now: at } }
      const found = await rankFrom(database.read, browsed, { by: 'likes', descending: true }, { offset: 0, limit: 100 })
      const shown = found.filter(({ postId }) => postId === id).map(({ value }) => value)
      assert.equal(await countGroups(database.read, browsed), found.length)
      return shown
    }
    assert.deepEqual(await Promise.all([begun, begun + 1, first, first + 1, second, second + 1].map(likesAt)), [
      [],
      [null],
      [null],
      [1],
      [1],
      [2],
    ])
  })

  test('groups are counted exactly, however many are added and removed at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 24 }, () => database.transaction(addPost)))
    await Promise.all([
      ...ids.slice(0, 8).map((id) => database.transaction((tx) => markPostDeleted(tx, id, { by, now: Date.now() }))),
      ...Array.from({ length: 8 }, () => database.transaction(addPost)),
    ])
    const at = await snapshotTime(database, [profileId], 1)
    const { there } = await database.read
      .selectFrom('posts')
      .select((e) => e.fn.countAll<number>().as('there'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    assert.equal(await countGroups(database.read, { at, filters: { profileIds: [profileId], now: at } }), Number(there))
  })

  test('a long read blocks nothing else, and sees what is committed', async () => {
    const numbers = sql<{ count: number }>`with recursive numbers (number) as (
      select 1 union all select number + 1 from numbers where number < 3000000) select count(*) as count from numbers`
    let ended = false
    const long = numbers.execute(database.readLong).finally(() => {
      ended = true
    })
    const id = await database.transaction(addPost)
    assert.ok(await read(id))
    assert.equal(ended, false)
    assert.equal((await long).rows[0]?.count, 3_000_000)
    const [found] = (await sql`select post_id from post_totals where post_id = ${id}`.execute(database.readLong)).rows
    assert.deepEqual(found, { post_id: id })
  })

  test('a long read that fails reports why, and the next one succeeds', async () => {
    await assert.rejects(sql`select missing from nowhere`.execute(database.readLong), /nowhere/)
    assert.deepEqual((await sql`select 1 as one`.execute(database.readLong)).rows, [{ one: 1 }])
  })
})
