import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type Database, openDatabase, type Transaction } from '../../src/store/engine/database.ts'
import { migrate } from '../../src/store/engine/migrate.ts'
import { systemClock } from '../../src/system/clock.ts'
import { type InstanceData, makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { increment } from './increment.ts'

const addressOf = ({ directory, env }: InstanceData): string => env.DATABASE_URL ?? join(directory, 'polypost.db')

const open = (instanceData: InstanceData): Database =>
  openDatabase(instanceData.kind === 'postgres' ? { url: addressOf(instanceData) } : { file: addressOf(instanceData) })

const row = (email: string) => ({ email, plan_id: 1 as const, default_profile_id: 'x', created_at: 0 })

onEachDatabase((kind) => {
  let instanceData: InstanceData
  let database: Database
  before(async () => {
    instanceData = await makeInstanceData(kind)
    database = open(instanceData)
    await migrate(database, systemClock)
  })
  after(async () => {
    await database.close()
    await instanceData.remove()
  })

  const find = (email: string) =>
    database.read.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

  const add = (tx: Transaction, email: string) => tx.insertInto('users').values(row(email)).execute()

  test('transactions that read and then write the same row lose nothing, in one process and beside another', async () => {
    const email = 'counter@example.com'
    await database.transaction((tx) => add(tx, email))
    const other = spawn(
      process.execPath,
      [fileURLToPath(new URL('increment.ts', import.meta.url)), addressOf(instanceData), email, '100'],
      {
        stdio: 'inherit',
      },
    )
    const ended = once(other, 'exit')
    await eventually('the other process is at work', async () => ((await find(email))?.created_at ?? 0) > 0)
    await Promise.all(Array.from({ length: 100 }, () => increment(database, email)))
    const [code] = await ended
    assert.deepEqual([code, (await find(email))?.created_at], [0, 200])
  })

  test('two transactions that each look before they write cannot both find nothing', async () => {
    const claim = (email: string) =>
      database.transaction(async (tx) => {
        const { count } = await tx
          .selectFrom('users')
          .select((e) => e.fn.countAll<number>().as('count'))
          .where('plan_id', '=', 3)
          .executeTakeFirstOrThrow()
        await new Promise(setImmediate)
        if (Number(count) > 0) return false
        await tx
          .insertInto('users')
          .values({ ...row(email), plan_id: 3 })
          .execute()
        return true
      })
    const claimed = await Promise.all(Array.from({ length: 20 }, (_, at) => claim(`claim${at}@example.com`)))
    assert.equal(claimed.filter(Boolean).length, 1)
  })

  test('a transaction that fails leaves nothing, and its error is the one that was thrown', async () => {
    const fault = new Error('no')
    const failing = database.transaction(async (tx) => {
      await add(tx, 'rolled-back@example.com')
      throw fault
    })
    await assert.rejects(failing, fault)
    assert.equal(await find('rolled-back@example.com'), undefined)
    await database.transaction((tx) => add(tx, 'rolled-back@example.com'))
    assert.ok(await find('rolled-back@example.com'))
  })

  test('if one of several transactions in one commit fails, it leaves nothing, and the others are stored when they resolve', async () => {
    const emails = Array.from({ length: 70 }, (_, at) => `together${at}@example.com`)
    const fails = (at: number) => at % 3 === 1
    const ended = await Promise.all(
      emails.map(async (email, at) => {
        const work = database.transaction(async (tx) => {
          await add(tx, email)
          // Some fail with an error of ours, some with one of the database.
          if (fails(at) && at % 2 === 0) throw new Error('no')
          if (fails(at)) await add(tx, email)
        })
        const failed = await work.then(
          () => false,
          () => true,
        )
        return { failed, there: (await find(email)) !== undefined }
      }),
    )
    assert.deepEqual(
      ended,
      emails.map((_, at) => ({ failed: fails(at), there: !fails(at) })),
    )
  })

  test('a statement still works after another process has changed its table', async () => {
    const email = 'altered@example.com'
    await database.transaction((tx) => add(tx, email))
    const inTransaction = () =>
      database.transaction((tx) => tx.selectFrom('users').selectAll().where('email', '=', email).execute())
    for (let time = 0; time < 10; time += 1) await Promise.all([find(email), inTransaction()])
    const other = open(instanceData)
    await sql`alter table users add column added text`.execute(other.kysely)
    const [alone, within] = await Promise.all([find(email), inTransaction()])
    assert.deepEqual(Object.keys(alone ?? {}).includes('added'), true)
    assert.deepEqual(
      within.map(({ email }) => email),
      [email],
    )
    await sql`alter table users drop column added`.execute(other.kysely)
    await other.close()
    assert.deepEqual((await Promise.all([find(email), inTransaction()]))[0]?.email, email)
  })

  test('a reader sees only what is committed, and waits for no writer', async () => {
    const email = 'uncommitted@example.com'
    await database.transaction(async (tx) => {
      await add(tx, email)
      assert.equal(await find(email), undefined)
      assert.ok(await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())
    })
    assert.ok(await find(email))
  })

  test('integers come back as numbers, up to the largest that is exact', async () => {
    const email = 'large@example.com'
    await database.transaction((tx) =>
      tx
        .insertInto('users')
        .values({ ...row(email), created_at: Number.MAX_SAFE_INTEGER })
        .execute(),
    )
    assert.equal((await find(email))?.created_at, Number.MAX_SAFE_INTEGER)
  })

  if (kind === 'sqlite')
    test('while another process holds the write lock, this one goes on with other work, and writes when the lock is free', async () => {
      const other = new DatabaseSync(addressOf(instanceData))
      other.exec('begin immediate')
      const written = database.step((tx) => add(tx, 'locked@example.com'))
      // On one thread: if the write waited with the thread, nothing of this would run before it had failed.
      for (let reads = 0; reads < 20; reads += 1) {
        assert.equal(await find('locked@example.com'), undefined)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      other.exec('rollback')
      other.close()
      await written
      assert.ok(await find('locked@example.com'))
    })

  test('applied migrations are not applied again', async () => {
    const names = () => database.read.selectFrom('migrations').selectAll().orderBy('name').execute()
    const applied = await names()
    assert.ok(applied.length > 0)
    assert.deepEqual(await migrate(database, systemClock), [])
    assert.deepEqual(await names(), applied)
  })

  test('a commit is on the disk before it resolves, and a dangling reference is rejected', async () => {
    const ask = async (name: string) => {
      const statement = sql.raw<object>(`${kind === 'sqlite' ? 'pragma' : 'show'} ${name}`)
      return Object.values((await statement.execute(database.kysely)).rows[0] ?? {})[0]
    }
    if (kind === 'sqlite') {
      const full = 2
      assert.deepEqual([await ask('journal_mode'), await ask('synchronous')], ['wal', full])
    } else assert.equal(await ask('synchronous_commit'), 'on')
    const dangling = database.transaction((tx) =>
      tx.insertInto('post_media').values({ post_id: 4711, media_key: 'none' }).execute(),
    )
    await assert.rejects(dangling, /foreign key/i)
  })
})
