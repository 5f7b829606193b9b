import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { jobFormat } from '../../src/domain/job-format.ts'
import { hour } from '../../src/domain/time.ts'
import { dueJobs } from '../../src/queue/due-jobs.ts'
import { startLoop } from '../../src/queue/loop.ts'
import type { Database, Transaction } from '../../src/store/engine/database.ts'
import { type ClaimedJob, claimDueJobs } from '../../src/store/jobs/due-jobs.ts'
import type { JobRow } from '../../src/store/jobs/jobs.ts'
import { handBack } from '../../src/store/jobs/leased-jobs.ts'
import { correctLanes } from '../../src/store/jobs/overdue-jobs.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { createPace } from '../../src/system/pace.ts'
import { createVitals } from '../../src/system/vitals.ts'
import { watchOverdue } from '../../src/worker/publishing/watch-overdue.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { plansOf, rowsRead } from '../harness/rows-read.ts'
import { idsOf, lease, storedJobs } from '../harness/stored-jobs.ts'

const silent = createLog({ level: 'silent', pretty: false })

onEachDatabase((kind) => {
  const stored = storedJobs(kind)
  const { add, ask, claim } = stored
  let database: Database
  before(() => {
    database = stored.database
  })

  const dueAt = async (lane: string): Promise<number | null> => {
    const row = await database.read
      .selectFrom('lanes')
      .select('due_at')
      .where('key', '=', lane)
      .executeTakeFirstOrThrow()
    return row.due_at
  }
  const jobDueAt = async (id: number): Promise<number | null> => {
    const row = await database.read.selectFrom('jobs').select('due_at').where('id', '=', id).executeTakeFirstOrThrow()
    return row.due_at
  }
  const end = (job: JobRow | undefined, pauseUntil?: number): Promise<void> => {
    assert.ok(job)
    const back = { dueIn: null, keepLane: false, ...(pauseUntil !== undefined && { pauseUntil }) }
    return database.step((tx) => handBack(tx, job, back))
  }

  /** Due jobs of one account, which are copies of one. */
  async function addBacklog(lane: string, count: number): Promise<void> {
    const [id = 0] = await add([{ lane, in: -100_000 }])
    const copy = await database.kysely.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const names = sql.join(Object.keys(copy).map((name) => sql.ref(name)))
    const values = sql.join(Object.keys(copy).map((name) => (name === 'id' ? sql`-id * 1000000 - n` : sql.ref(name))))
    await sql`
      insert into jobs (${names})
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
      select ${values} from numbers cross join jobs where id = ${id}`.execute(database.kysely)
  }

  const many = 100_000

  if (kind === 'postgres')
    test('a claim reads no more rows with 100,000 due jobs of another account than with one', async () => {
      /** Rows of accounts and of jobs that a claim reads which takes a job of each of two accounts. */
      const read = async (): Promise<number[]> => {
        const undone = new Error('Undone.')
        const counts: number[] = []
        const trying = database.step(async (tx) => {
          const claiming = async () => void (await claimDueJobs(tx, ask({ slots: 2 })))
          const lanes = async () => void counts.push(await rowsRead(tx, 'lanes', claiming))
          counts.push(await rowsRead(tx, 'jobs', lanes))
          throw undone
        })
        await assert.rejects(trying, undone)
        return counts
      }
      await add([{ lane: 'other' }])
      await addBacklog('busy', 1)
      const few = await read()
      await addBacklog('busy', many)
      for (const statistics of [false, true]) {
        if (statistics) await sql`analyze jobs, lanes`.execute(database.kysely)
        // No plan is kept for longer.
        await sleep(1_100)
        const counts = await read()
        assert.ok(Math.max(...counts) < 2 * Math.max(...few), `${counts} rows, and ${few} before`)
      }
    })
  else
    test('a claim finds each account and its first job by an index, and sorts nothing', async () => {
      await addBacklog('busy', 100)
      await add([{ lane: 'other' }])
      const plans = await database.step((tx) =>
        plansOf(tx, async (explained) => assert.equal((await claimDueJobs(explained, ask())).rows.length, 2)),
      )
      assert.ok(
        plans.some((line) => line.includes('jobs_of_lane (lane=? AND due_at>? AND due_at<?)')),
        plans.join('\n'),
      )
      assert.deepEqual(
        plans.filter((line) => /SCAN (jobs|first|holder|lanes)|jobs_due|TEMP B-TREE/.test(line)),
        [],
      )
    })

  test('an account is due when its first job is, also after it was given back; without a job it is not', async () => {
    const [first = 0, second = 0] = await add([{ lane: 'same' }, { lane: 'same', in: 50_000 }])
    assert.equal(await dueAt('same'), await jobDueAt(first))
    const [job] = await claim()
    assert.ok(job)
    await end(job)
    assert.equal(await dueAt('same'), await jobDueAt(second))
    await database.kysely.updateTable('jobs').set({ due_at: 1 }).where('id', '=', second).execute()
    assert.equal(await dueAt('same'), 1)
    await end((await claim())[0])
    assert.equal(await dueAt('same'), null)
  })

  test('a paused account is due when the pause ends, also for what is added meanwhile', async () => {
    await add([{ lane: 'same' }, { lane: 'same' }])
    const until = systemClock.now() + 60_000
    await end((await claim())[0], until)
    assert.equal(await dueAt('same'), until)
    await add([{ lane: 'same' }])
    assert.equal(await dueAt('same'), until)
    assert.deepEqual(await claim(), [])
  })

  test('an account that an older version has paused, and left due, is not claimed', async () => {
    await add([{ lane: 'paused' }])
    await database.kysely
      .updateTable('lanes')
      .set({ paused_until: systemClock.now() + 60_000 })
      .execute()
    assert.deepEqual(await claim(), [])
  })

  test('an account that is due too early is corrected, and one that can be claimed, or is held, is not', async () => {
    const [cancelled = 0, moved = 0, due = 0] = await add([
      { lane: 'cancelled' },
      { lane: 'moved' },
      { lane: 'due' },
      { lane: 'held', in: -1_000 },
      { lane: 'paused' },
    ])
    const later = systemClock.now() + 50_000
    const set = (id: number, due_at: number | null) =>
      database.kysely.updateTable('jobs').set({ due_at }).where('id', '=', id).execute()
    await claim({ slots: 1 })
    await set(cancelled, null)
    await set(moved, later)
    // As an older version does it.
    await database.kysely.updateTable('lanes').set({ paused_until: later }).where('key', '=', 'paused').execute()
    const held = await dueAt('held')
    assert.equal(await database.step((tx) => correctLanes(tx, 100)), 3)
    assert.deepEqual(await Promise.all(['cancelled', 'moved', 'paused', 'due', 'held'].map(dueAt)), [
      null,
      later,
      later,
      await jobDueAt(due),
      held,
    ])
    assert.equal(await database.step((tx) => correctLanes(tx, 100)), 0)
  })

  test('the watcher of late jobs corrects accounts that are due too early', async (t) => {
    await add([{ lane: 'cancelled' }])
    await database.kysely.updateTable('jobs').set({ due_at: null }).execute()
    const watcher = watchOverdue({ database, pace: createPace(100), log: silent })
    t.after(watcher.stop)
    await eventually('it is corrected', async () => (await dueAt('cancelled')) === null)
  })

  test('a job that only a newer version can read neither blocks its account nor keeps the claims busy', async (t) => {
    const [newer = 0] = await add([{ lane: 'same', in: -1_000 }])
    await database.kysely
      .updateTable('jobs')
      .set({ needs: jobFormat + 1 })
      .execute()
    await add([{ lane: 'same' }])
    const done: string[] = []
    let claims = 0
    const source = dueJobs(database, createPace(1), silent)
    const loop = startLoop<ClaimedJob>({
      what: 'jobs',
      source: {
        ...source,
        claim: (one) => {
          claims += 1
          return source.claim(one)
        },
      },
      pace: createPace(1),
      log: silent,
      vitals: createVitals(createPace(1)),
      slots: 4,
      stopping: new AbortController().signal,
      run: async (job) => {
        await end(job)
        done.push(job.lane)
      },
    })
    t.after(loop.stop)
    await eventually('the other job is done', () => done.length === 1)
    await sleep(1_000)
    claims = 0
    await sleep(2_000)
    assert.ok(claims < 10, `${claims} claims in two seconds`)
    // A newer version finds it.
    assert.equal(await dueAt('same'), await jobDueAt(newer))
  })

  /** The claims of a process, one after the other, and its log. */
  function claims() {
    const logged: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) })
    const source = dueJobs(database, createPace(1), log)
    const take = () => source.claim({ slots: 4, lease, running: () => [] })
    return { take, logged }
  }

  test('a job whose account cannot be read is tried again an hour later, as it was; all other jobs go on', async () => {
    const [broken = 0, other] = await add([{ lane: 'broken', in: -1_000 }, { lane: 'other' }])
    const { profile } = stored.owner
    const account = { profile_id: profile, platform: 'any', environment: 'sandbox', remote_id: '1', username: 'any' }
    await database.kysely
      .insertInto('accounts')
      .values({ ...account, missing_permissions: '[]', status: 'of the future', connected_at: 1 })
      .execute()
    await database.kysely.updateTable('jobs').set({ platform: 'other' }).where('lane', '=', 'other').execute()
    const row = () => database.read.selectFrom('jobs').selectAll().where('id', '=', broken).executeTakeFirstOrThrow()
    const { due_at: wasDue, ...before } = await row()
    const { take, logged } = claims()
    const { rows, more } = await take()
    assert.deepEqual([idsOf(rows), more], [[other], true])
    const { due_at, ...after } = await row()
    assert.deepEqual(after, before)
    const putOff = (due_at ?? 0) - (wasDue ?? 0)
    assert.ok(putOff > hour && putOff < 2 * hour, String(putOff))
    assert.deepEqual(await take(), { rows: [], more: false })
    assert.equal(logged.length, 1)
    const { job_id, account_id } = JSON.parse(logged[0] ?? '')
    const { id } = await database.read.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    assert.deepEqual([job_id, account_id], [broken, id])
  })

  test('however many jobs of an account cannot be read, the next claim takes those of others', async () => {
    await add(Array.from({ length: 20 }, () => ({ lane: 'broken', in: -1_000 })))
    await database.kysely.updateTable('jobs').set({ content: '{}' }).execute()
    const [other] = await add([{}])
    const { rows, more } = await claims().take()
    assert.deepEqual([idsOf(rows), more], [[other], true])
  })

  if (kind === 'postgres') {
    /** Runs the work beside a transaction that adds a job to the account, and is committed when the work is done. */
    async function besideAdding(lane: string, work: () => Promise<void>): Promise<number | undefined> {
      return database.step(async (tx) => {
        const [id] = await addIn(tx, lane)
        await work()
        return id
      })
    }
    const addIn = (tx: Transaction, lane: string) => stored.addIn(tx, [{ lane }])

    test('a job that is being added while its account runs dry is claimed as soon as it is committed', async () => {
      await add([{ lane: 'same' }])
      const [job] = await claim()
      const added = await besideAdding('same', async () => {
        await end(job)
        // It is due again, and the claim finds nothing yet.
        await sleep(80)
        assert.deepEqual(await claim(), [])
      })
      assert.deepEqual(idsOf(await claim()), [added])
    })

    test('a job that is being added while its account is corrected is claimed as soon as it is committed', async () => {
      const [gone = 0] = await add([{ lane: 'same' }])
      const added = await besideAdding('same', async () => {
        await database.step((tx) => tx.updateTable('jobs').set({ due_at: null }).where('id', '=', gone).execute())
        await database.step((tx) => correctLanes(tx, 100))
      })
      assert.deepEqual(idsOf(await claim()), [added])
    })

    test('whoever adds a job while its account is given back wakes it, and nobody waits for a transaction that adds', async () => {
      await add([{ lane: 'same' }])
      const [job] = await claim()
      assert.ok(job)
      let adding: Promise<number[]> | undefined
      await database.step(async (tx) => {
        await handBack(tx, job, { dueIn: null, keepLane: false })
        adding = add([{ lane: 'same' }])
        await eventually('it waits for the account', async () => {
          const { rows } = await sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(database.read)
          return rows.length > 0
        })
      })
      const added = await adding
      assert.deepEqual(idsOf(await claim()), added)
    })
  }

  test('while jobs are added and worked on at the same time, each is done once, and none is left', async () => {
    const done: number[] = []
    let adding = true
    const work = async () => {
      while (adding || done.length < 200)
        for (const job of await claim({ slots: 2 })) {
          done.push(job.id)
          await end(job)
        }
    }
    const workers = [work(), work()]
    const added = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const ids: number[] = []
        for (let round = 0; round < 50; round += 1) ids.push(...(await add([{ lane: `lane ${round % 3}` }])))
        return ids
      }),
    )
    adding = false
    await Promise.all(workers)
    assert.deepEqual(
      done.sort((a, b) => a - b),
      added.flat().sort((a, b) => a - b),
    )
  })
})
