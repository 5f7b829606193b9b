import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { hour } from '../../src/domain/time.ts'
import { listOpenReplies } from '../../src/store/comments/open-replies.ts'
import type { Database, Transaction } from '../../src/store/engine/database.ts'
import { databaseNow } from '../../src/store/engine/kind.ts'
import { onEachDatabase } from '../harness/database.ts'
import { plansOf, rowsRead } from '../harness/rows-read.ts'
import { storedJobs } from '../harness/stored-jobs.ts'

const limits = { limit: 20, perProfile: 20, perCommenter: 2, period: hour }

onEachDatabase((kind) => {
  const stored = storedJobs(kind)
  let database: Database
  let jobId: number
  before(() => {
    database = stored.database
  })
  beforeEach(async () => {
    jobId = (await stored.add([{}]))[0] ?? 0
  })

  afterEach(() => sql`delete from auto_replies`.execute(database.kysely))

  /** Comments that wait for a draft; `commenter` computes their writer from `n`. */
  const comment = (count: number, commenter: string) =>
    sql`
      insert into auto_replies (profile_id, job_id, platform, comment_id, commenter, comment_message, status, created_at)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
      select jobs.profile_id, jobs.id, 'bluesky',
        coalesce(${sql.raw(commenter)}, '') || ' ' || n, ${sql.raw(commenter)}, 'Why?', 'queued', n
      from numbers cross join jobs where jobs.id = ${jobId}`.execute(database.kysely)
  const list = (tx: Transaction = database.read as Transaction) => listOpenReplies(tx, jobId, limits)
  const writers = async () => (await list()).map(({ commenter }) => commenter)
  let asked = 0
  /** One after the other. */
  const ask = (ids: readonly number[]) =>
    database.step(async (tx) => {
      for (const id of ids)
        await tx
          .updateTable('auto_replies')
          .set({ asked_at: sql`${databaseNow(tx)} + ${++asked}`, status: 'awaiting_approval', message: 'So.' })
          .where('id', '=', id)
          .execute()
    })

  test('a person with 10,000 comments keeps the comment of another person waiting no longer than one look', async () => {
    await comment(10_000, `'flood'`)
    await comment(1, `'zoe'`)
    assert.deepEqual(await writers(), ['flood', 'zoe'])
    await ask((await list()).map(({ id }) => id))
    await comment(1, `'anna'`)
    await ask((await list()).filter(({ commenter }) => commenter === 'flood').map(({ id }) => id))
    await comment(1, `'ben'`)
    assert.deepEqual(await writers(), ['anna', 'ben', 'flood'])
  })

  test('all persons have their turn, however many new ones arrive', async () => {
    await comment(60, `'m' || n`)
    for (let turn = 0; turn < 6; turn += 1) {
      await ask((await list()).map(({ id }) => id))
      await comment(50, `'a${turn}' || n`)
    }
    const waiting = await database.read
      .selectFrom('auto_replies')
      .select('id')
      .where('commenter', 'like', 'm%')
      .where('asked_at', 'is', null)
      .execute()
    assert.deepEqual(waiting, [])
  })

  test('replies with words come first, and comments of persons that the platform does not name are listed, too', async () => {
    await comment(3, `'ada'`)
    await comment(2, 'null')
    const nameless = (await list()).filter(({ commenter }) => commenter === null)
    assert.equal(nameless.length, 2)
    const [last] = nameless.toReversed()
    await database.step((tx) =>
      tx
        .updateTable('auto_replies')
        .set({ message: 'So.' })
        .where('id', '=', last?.id ?? 0)
        .execute(),
    )
    assert.equal((await list())[0]?.id, last?.id)
  })

  if (kind === 'postgres')
    test('a list of open replies reads no more rows with 50,000 waiting comments than with 100', async () => {
      const read = () => database.step((tx) => rowsRead(tx, 'auto_replies', () => list(tx)))
      await comment(100, `'reader' || n`)
      const few = await read()
      await comment(50_000, `'crowd' || n`)
      await comment(10_000, `'flood'`)
      for (const statistics of [false, true]) {
        if (statistics) await sql`analyze auto_replies`.execute(database.kysely)
        const many = await read()
        assert.ok(many < 2 * few, `${many} rows, and ${few} before`)
      }
    })
  else
    test('a list of open replies is found by the indexes of the replies that are open', async () => {
      await comment(100, `'reader' || n`)
      const plans = await database.step((tx) => plansOf(tx, list))
      assert.ok(
        plans.some((line) => line.includes('auto_replies_undrafted (job_id=? AND commenter>?)')),
        plans.join('\n'),
      )
      assert.deepEqual(
        plans.filter((line) => /SCAN (auto_replies|open|asked|before)|auto_replies_once|auto_replies_of/.test(line)),
        [],
      )
    })
})
