import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { dueJobs } from '../../src/queue/due-jobs.ts'
import { shareOf } from '../../src/queue/share.ts'
import type { Database, Transaction } from '../../src/store/engine/database.ts'
import { LostLease } from '../../src/store/engine/leases.ts'
import { nextJobIn, oldestOverdue } from '../../src/store/jobs/due-jobs.ts'
import type { JobRow } from '../../src/store/jobs/jobs.ts'
import { changeLeasedJob, handBack, renewJobs } from '../../src/store/jobs/leased-jobs.ts'
import { postponePaused } from '../../src/store/jobs/overdue-jobs.ts'
import { storePlans } from '../../src/store/jobs/planned-jobs.ts'
import { parkJobs, UnreadableJobs } from '../../src/store/jobs/unreadable-jobs.ts'
import { lockGroup } from '../../src/store/posts/groups.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { createPace } from '../../src/system/pace.ts'
import { watchOverdue } from '../../src/worker/publishing/watch-overdue.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { rowsRead } from '../harness/rows-read.ts'
import { idsOf, lease, storedJobs } from '../harness/stored-jobs.ts'

/** The announcement of a first call. */
const begun = {
  position: 0,
  status: 'begun' as const,
  tries: 1,
  started_at: 1,
  finished_at: null,
  doubt_since: null,
  saved: null,
  result: null,
}

onEachDatabase((kind) => {
  const stored = storedJobs(kind)
  const { add, look, claim } = stored
  let database: Database
  before(() => {
    database = stored.database
  })

  test('posts and jobs get their IDs from one ascending sequence', async () => {
    const [first, second] = [await add([{}, {}]), await add([{}])]
    assert.deepEqual(second[0], (first[1] ?? 0) + 2)
  })

  test('a due job is claimed once, a later one is not, and the time until it is due is known', async () => {
    const [due] = await add([{}, { in: 50_000 }])
    assert.deepEqual(idsOf(await claim()), [due])
    assert.deepEqual(await claim(), [])
    const wait = await nextJobIn(database.read, 0)
    assert.ok(wait !== null && wait > 40_000 && wait <= 50_000, String(wait))
  })

  test('what became due lately and was not claimed is due at once, what became due before is not', async () => {
    await add([{ in: -2_000 }, { in: 50_000 }])
    const wait = await nextJobIn(database.read, 120_000)
    assert.ok(wait !== null && wait <= -2_000, String(wait))
    assert.ok(((await nextJobIn(database.read, 1_000)) ?? 0) > 0)
    await claim()
    assert.ok(((await nextJobIn(database.read, 120_000)) ?? 0) > 0)
  })

  test('a claimed job has begun, and its group with it', async () => {
    await add([{}])
    const [job] = await claim()
    assert.deepEqual([job?.status, job?.attempts, job?.fence], ['processing', 1, 1])
    assert.ok(job?.started_at)
    const post = await database.kysely.selectFrom('posts').select('status').executeTakeFirstOrThrow()
    assert.equal(post.status, 'processing')
  })

  test('one job of an account is held at a time, and the next one when it is given back', async () => {
    const [first, second] = await add([{ lane: 'same' }, { lane: 'same' }])
    const [job] = await claim()
    assert.equal(job?.id, first)
    assert.deepEqual(await claim(), [])
    assert.ok(job)
    await database.step((tx) => handBack(tx, job, { dueIn: null, keepLane: false }))
    assert.deepEqual(idsOf(await claim()), [second])
  })

  // A worker that ends a job locks the post, then the job, then the account's lane. A claim locks the lane first.
  if (kind === 'postgres')
    test('a claim skips a job whose post is locked by the transaction that ends it, and neither waits for the other', async () => {
      await add([{}])
      const [job] = await claim({ lease: 0 })
      assert.ok(job)
      await database.step(async (tx) => {
        await lockGroup(tx, job.post_id)
        assert.deepEqual(await claim(), [])
        await handBack(tx, job, { dueIn: 0, keepLane: false })
      })
      await eventually('it is claimed again', async () => (await claim()).some(({ id }) => id === job.id))
    })

  test('an account with a job in doubt is kept for that job', async () => {
    const [first] = await add([{ lane: 'same' }, { lane: 'same' }])
    const [job] = await claim()
    assert.ok(job)
    await database.step((tx) => handBack(tx, job, { dueIn: 0, keepLane: true }))
    await eventually('it is claimed again', async () => (await claim()).some(({ id }) => id === first))
  })

  test('a job that a dead worker left half-done is claimed before any other job of its account', async () => {
    await add([{ lane: 'same' }, { lane: 'same', in: -20 }])
    const [job] = await claim({ lease: 1 })
    assert.ok(job)
    // The other has been due for longer than the lease has been over.
    for (let claims = 0; claims < 3; claims += 1)
      await eventually('the same is claimed again', async () => {
        const claimed = idsOf(await claim({ lease: 1 }))
        return claimed.length > 0 && assert.deepEqual(claimed, [job.id]) === undefined
      })
  })

  test('no job of a paused account is claimed', async () => {
    await add([{ lane: 'same' }, { lane: 'same' }])
    const [job] = await claim()
    assert.ok(job)
    await database.step((tx) =>
      handBack(tx, job, { dueIn: 0, keepLane: false, pauseUntil: systemClock.now() + 60_000 }),
    )
    assert.deepEqual(await claim(), [])
  })

  test('due jobs of a paused account are postponed until the pause ends, and no others', async () => {
    const until = systemClock.now() + 60_000
    const [first, second] = await add([
      { lane: 'same', in: -20 },
      { lane: 'same' },
      { lane: 'other' },
      { lane: 'same', in: 5_000 },
    ])
    const [job] = await claim({ slots: 1 })
    assert.equal(job?.id, first)
    assert.ok(job)
    await database.step((tx) => handBack(tx, job, { dueIn: null, keepLane: false, pauseUntil: until }))
    const postponed = await database.step((tx) => postponePaused(tx, 100))
    assert.deepEqual(
      postponed.map(({ id, due_at }) => [id, due_at]),
      [[second, until]],
    )
    assert.deepEqual(await database.step((tx) => postponePaused(tx, 100)), [])
  })

  if (kind === 'postgres')
    test('a job that is moved to a later time while the jobs of its paused account are postponed keeps that time', async () => {
      const [id = 0] = await add([{}])
      await database.kysely
        .updateTable('lanes')
        .set({ paused_until: systemClock.now() + 60_000 })
        .execute()
      const later = systemClock.now() + 86_400_000
      const { postponed } = await database.step(async (tx) => {
        const post = await tx.selectFrom('posts').select('id').executeTakeFirstOrThrow()
        await lockGroup(tx, post.id)
        await tx.updateTable('jobs').set({ due_at: later }).where('id', '=', id).execute()
        const watching = database.step((other) => postponePaused(other, 100))
        await eventually('it waits for the post', async () => {
          const { rows } = await sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(database.kysely)
          return rows.length > 0
        })
        return { postponed: watching }
      })
      assert.deepEqual(await postponed, [])
      const job = await database.read.selectFrom('jobs').select('due_at').executeTakeFirstOrThrow()
      assert.equal(job.due_at, later)
    })

  // Many ends of jobs are stored by one transaction, too: two orders of locks would be a deadlock.
  if (kind === 'postgres')
    for (const paused of [false, true])
      test(`the watcher of ${paused ? 'postponed' : 'late'} jobs locks posts in the order of their IDs, and jobs after them`, async (t) => {
        await add([{ in: -100_000 }])
        await add([{ in: -200_000 }])
        if (paused)
          await database.kysely
            .updateTable('lanes')
            .set({ paused_until: systemClock.now() + 60_000 })
            .execute()
        const posts = await database.kysely.selectFrom('posts').select('id').orderBy('id').execute()
        await database.step(async (tx) => {
          await lockGroup(tx, posts[0]?.id ?? 0)
          const watcher = watchOverdue({
            database,
            pace: createPace(100),
            log: createLog({ level: 'silent', pretty: false }),
          })
          t.after(watcher.stop)
          await eventually('the watcher waits for the first post', async () => {
            const { rows } = await sql`
              select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
              database.read,
            )
            return rows.length > 0
          })
          const free = await tx
            .selectFrom('jobs')
            .innerJoin('posts', 'posts.id', 'jobs.post_id')
            .select('jobs.id')
            .forNoKeyUpdate()
            .skipLocked()
            .execute()
          assert.equal(free.length, 2)
        })
        await eventually('both are told', async () => {
          const jobs = await database.read.selectFrom('jobs').select('told_delayed').execute()
          return jobs.every(({ told_delayed }) => String(told_delayed).includes('late'))
        })
      })

  test('a claim with a job that cannot be read is undone; once that job is parked, it stays as it is and blocks no other', async () => {
    const [broken = 0] = await add([{ in: -1_000 }])
    const [whole = 0] = await add([{}])
    await database.kysely.updateTable('jobs').set({ content: '{}' }).where('id', '=', broken).execute()
    const read = () =>
      database.kysely
        .selectFrom('jobs')
        .select(['status', 'fence', 'due_at', 'content'])
        .where('id', '=', broken)
        .executeTakeFirstOrThrow()
    const before = await read()
    await assert.rejects(
      claim({ slots: 2 }),
      (error) => error instanceof UnreadableJobs && error.jobs.some(({ id }) => id === broken),
    )
    await database.step((tx) => parkJobs(tx, [broken]))
    assert.deepEqual(
      (await claim({ slots: 2 })).map(({ id }) => id),
      [whole],
    )
    assert.deepEqual(await read(), before)
  })

  test('a process that works on nothing leaves a job that cannot be read to a newer version, and it blocks no other', async () => {
    const [broken = 0] = await add([{ lane: 'same' }])
    await database.kysely.updateTable('jobs').set({ content: '{}' }).execute()
    const read = () =>
      database.kysely
        .selectFrom('jobs')
        .select(['status', 'attempts', 'started_at', 'content'])
        .where('id', '=', broken)
        .executeTakeFirstOrThrow()
    const before = await read()
    const source = dueJobs(database, createPace(1), createLog({ level: 'silent', pretty: false }))
    const ofIdle = async () => idsOf((await source.claim({ slots: 32, lease, running: () => [] })).rows)
    assert.deepEqual(await ofIdle(), [])
    const [next] = await add([{ lane: 'same' }])
    assert.deepEqual(await ofIdle(), [next])
    assert.deepEqual(await read(), before)
  })

  test('when a lease runs out the next worker gets the job, and the first one can write nothing more', async () => {
    await add([{}])
    const [first] = await claim({ lease: 1 })
    assert.ok(first)
    await eventually('it is claimed by another', async () => (await claim()).length === 1)
    await assert.rejects(
      database.step((tx) => changeLeasedJob(tx, first, { attempts: 99 })),
      LostLease,
    )
    await assert.rejects(
      database.step((tx) => handBack(tx, first, { dueIn: null, keepLane: false })),
      LostLease,
    )
    assert.deepEqual(await database.step((tx) => renewJobs(tx, [first], lease)), { renewed: [], busy: [] })
  })

  test('of plans that are stored together, that of a job which another worker has is left out, and so is its announcement', async () => {
    await add([{}, {}])
    const [first, second] = await claim()
    assert.ok(first && second)
    const planned = [first, { ...second, fence: second.fence - 1 }].map(({ id, fence }) => ({
      id,
      fence,
      plan: [],
      needs: 1,
      first: { ...begun, job_id: id },
    }))
    assert.deepEqual(await storePlans(database, planned), [first.id])
    const jobs = await database.read.selectFrom('jobs').select(['id', 'plan']).execute()
    assert.deepEqual(
      new Map(jobs.map(({ id, plan }) => [id, plan])),
      new Map([
        [first.id, '[]'],
        [second.id, null],
      ]),
    )
    const steps = await database.read.selectFrom('steps').select(['job_id', 'status']).execute()
    assert.deepEqual(steps, [{ job_id: first.id, status: 'begun' }])
  })

  if (kind === 'postgres')
    test('a plan that the server stores once more, late, leaves a first step alone that was performed', async () => {
      await add([{}])
      const [job] = await claim()
      assert.ok(job)
      const planned = [{ id: job.id, fence: job.fence, plan: [], needs: 1, first: { ...begun, job_id: job.id } }]
      await storePlans(database, planned)
      await database.kysely.updateTable('steps').set({ status: 'done' }).execute()
      await storePlans(database, planned)
      const steps = await database.read.selectFrom('steps').select(['job_id', 'status']).execute()
      assert.deepEqual(steps, [{ job_id: job.id, status: 'done' }])
    })

  if (kind === 'postgres')
    test('a renewal waits for no lock: a job that another transaction has locked is not renewed, and not lost', async () => {
      await add([{}, {}])
      const [first, second] = await claim()
      assert.ok(first && second)
      await database.step(async (tx) => {
        await changeLeasedJob(tx, first, {})
        const renewed = await database.step((other) => renewJobs(other, [first, second], lease))
        assert.deepEqual(renewed, { renewed: [second.id], busy: [first.id] })
      })
      assert.deepEqual((await database.step((tx) => renewJobs(tx, [first], lease))).renewed, [first.id])
    })

  if (kind === 'postgres')
    test('a renewal does not wait for an account that another transaction has locked: its job is not renewed, and not lost', async () => {
      await add([{}, {}])
      const [first, second] = await claim()
      assert.ok(first && second)
      const untilOf = async () => {
        const held = database.read.selectFrom('jobs').innerJoin('lanes', 'lanes.held_by', 'jobs.id')
        const rows = await held.select(['jobs.id', 'jobs.due_at', 'lanes.held_until']).orderBy('jobs.id').execute()
        return new Map(rows.map(({ id, due_at, held_until }) => [id, [due_at, held_until]]))
      }
      const before = await untilOf()
      await database.step(async (tx) => {
        await sql`select from lanes where key = ${first.lane} for no key update`.execute(tx)
        const renewed = await database.step((other) => renewJobs(other, [first, second], 2 * lease))
        assert.deepEqual(renewed, { renewed: [second.id], busy: [first.id] })
        const after = await untilOf()
        assert.deepEqual(after.get(first.id), before.get(first.id), 'it is held as long as before')
        const [job, account] = after.get(second.id) ?? []
        const [jobBefore, accountBefore] = before.get(second.id) ?? []
        assert.ok(
          Number(job) > Number(jobBefore) && Number(account) > Number(accountBefore),
          'both are held for longer',
        )
      })
      const lost = { ...first, fence: first.fence - 1 }
      await database.step(async (tx) => {
        await sql`select from lanes where key = ${first.lane} for no key update`.execute(tx)
        assert.deepEqual(await database.step((other) => renewJobs(other, [lost], lease)), { renewed: [], busy: [] })
      })
      assert.deepEqual((await database.step((tx) => renewJobs(tx, [first], lease))).renewed, [first.id])
    })

  test('a renewed lease does not run out', async () => {
    await add([{}])
    const [job] = await claim({ lease: 200 })
    assert.ok(job)
    assert.deepEqual(await database.step((tx) => renewJobs(tx, [job], lease)), { renewed: [job.id], busy: [] })
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.deepEqual(await claim(), [])
  })

  test('a renewal after a job was given back does not change when it is due', async () => {
    await add([{}])
    const [job] = await claim()
    assert.ok(job)
    await database.step((tx) => handBack(tx, job, { dueIn: 2 * lease, keepLane: false }))
    assert.deepEqual(await database.step((tx) => renewJobs(tx, [job], lease)), { renewed: [], busy: [] })
    assert.ok(((await nextJobIn(database.read, 0)) ?? 0) > lease)
  })

  test('many workers at the same time claim every job once', async () => {
    const ids = await add(Array.from({ length: 60 }, () => ({})))
    const claimed: number[] = []
    await Promise.all(
      // They are of one post, so a claim may find all of them locked by another one.
      Array.from({ length: 8 }, () =>
        eventually('every job is claimed', async () => {
          claimed.push(...idsOf(await claim({ slots: 3 })))
          return claimed.length >= ids.length
        }),
      ),
    )
    assert.deepEqual(
      claimed.sort((a, b) => a - b),
      ids,
    )
  })

  test('many workers at the same time never hold two jobs of one account', async () => {
    const count = 150
    await add(Array.from({ length: count }, (_, at) => ({ lane: `lane ${at % 5}` })))
    const busy = new Set<string>()
    let left = count
    const perform = async (job: JobRow) => {
      assert.ok(!busy.has(job.lane), `${job.lane} is given to two`)
      busy.add(job.lane)
      await sleep(5)
      busy.delete(job.lane)
      await database.step((tx) => handBack(tx, job, { dueIn: null, keepLane: false }))
      left -= 1
    }
    const work = async () => {
      while (left > 0) await Promise.all((await claim({ slots: 2 })).map(perform))
    }
    await Promise.all(Array.from({ length: 8 }, work))
  })

  test('a user who has a full share of the slots gets no more, and the job of another user behind all of them is found', async () => {
    await add(Array.from({ length: 40 }, () => ({ in: -1_000 })))
    const [other] = await add([{ user: 4711 }])
    const slots = 8
    const first = await claim({ slots, thorough: false, ...shareOf([], slots) })
    assert.equal(first.length, 6)
    const users = first.map(({ user_id }) => user_id)
    assert.deepEqual(idsOf(await claim({ slots: slots - users.length, ...shareOf(users, slots) })), [other])
  })

  test('a claim says whether there may be more than it has looked at', async () => {
    await add(Array.from({ length: 6 }, () => ({})))
    const first = await look({ slots: 1 })
    assert.deepEqual([first.rows.length, first.more], [1, true])
    const second = await look()
    assert.deepEqual([second.rows.length, second.more], [5, false])
    assert.deepEqual(await look(), { rows: [], more: false })
  })

  test('of ten due jobs of one account and one of another, one claim takes both first ones', async () => {
    const [first] = await add(Array.from({ length: 10 }, (_, at) => ({ lane: 'same', in: -1_000 + at })))
    const [other] = await add([{}])
    assert.deepEqual(idsOf(await claim({ slots: 2, thorough: false })), [first, other])
  })

  test('accounts that are due since the same time are taken in their order, and of one account the job that was made first', async () => {
    const [second, first] = await add([{ lane: 'b' }, { lane: 'a' }, { lane: 'a' }, { lane: 'c' }])
    assert.deepEqual(
      (await claim({ slots: 2 })).map(({ id }) => id),
      [first, second],
    )
  })

  test('the job of another user is found behind all jobs of a user with room for one more, and comes first', async () => {
    await add(Array.from({ length: 40 }, () => ({ in: -1_000 })))
    const [other] = await add([{ user: 4711 }])
    const slots = 8
    const held = Array.from({ length: 5 }, () => stored.owner.id)
    assert.deepEqual(idsOf(await claim({ slots: 1, ...shareOf(held, slots) })), [other])
  })

  test('all users get the same number of jobs, the longest due first', async () => {
    const mine = await add(Array.from({ length: 6 }, () => ({ in: -1_000 })))
    const others = await add(Array.from({ length: 6 }, () => ({ user: 4711 })))
    const expected = [...mine.slice(0, 2), ...others.slice(0, 2)]
    assert.deepEqual(idsOf(await claim({ slots: 4 })), expected)
  })

  test('the waiting time of the longest overdue job is known', async () => {
    assert.equal(await oldestOverdue(database.read), 0)
    await add([{ in: -5_000 }, { in: -3_000 }])
    const overdue = await oldestOverdue(database.read)
    assert.ok(overdue >= 5_000 && overdue < 60_000, String(overdue))
  })

  if (kind === 'postgres') {
    /** Runs statements until their plans are kept, then adds 3,000 later jobs, and counts the jobs that the work reads. */
    async function readOf3000(work: (tx: Transaction) => Promise<unknown>): Promise<number> {
      const undone = new Error('Undone.')
      let read = 0
      const trying = database.step(async (tx) => {
        for (let times = 0; times < 10; times += 1) await work(tx)
        await sql`
          insert into posts select (jsonb_populate_record(posts, jsonb_build_object('id', id + n, 'batch_id', 'batch ' || n))).*
          from posts, generate_series(1, 3000) as n`.execute(tx)
        await sql`
          insert into jobs select (jsonb_populate_record(jobs,
            jsonb_build_object('id', id + n, 'post_id', post_id + n, 'due_at', due_at + 60000, 'fence', 0))).*
          from jobs, generate_series(1, 3000) as n`.execute(tx)
        read = await rowsRead(tx, 'jobs', () => work(tx))
        throw undone
      })
      await assert.rejects(trying, undone)
      return read
    }

    test('the end of a job reads only the jobs of its post, also if its statement was planned when there were few', async () => {
      await add([{}])
      const { id } = await database.read.selectFrom('posts').select('id').executeTakeFirstOrThrow()
      const rows = await readOf3000((tx) => lockGroup(tx, id))
      assert.ok(rows > 0 && rows < 10, `It has read ${rows} of 3,001 rows.`)
    })
  }
})
