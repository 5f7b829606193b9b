import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { limitConcurrency } from '../../src/system/limit-concurrency.ts'
import type { Reply } from '../harness/client.ts'
import { eventually } from '../harness/eventually.ts'
import type { User } from '../harness/instance.ts'
import { createPost } from '../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../harness/publishing.ts'

const atOnce = 16
/** In milliseconds: how far from the due time of a post the other request arrives. */
const spread = 20
/** In milliseconds: by how much a request moves the next ones. */
const step = 5
/** After this number of requests in a row that were too late, the step is twice as long: a slow machine needs that. */
const patience = 8
/** Each publishes one post at a time. */
const accounts = 32

/** Requests that arrive at about the time when a worker starts the post. */
export const races = (interleavings: number) => (kind: DatabaseKind) => {
  let bench: PublishingInstance
  let user: User
  const profiles: string[] = []

  before(async () => {
    bench = await startPublishing(kind, { scale: 10 })
    user = await bench.instance.newUser()
    for (let index = 0; index < accounts; index += 1) {
      const { body } = await user.ask('POST', '/profiles', { body: { name: `Profile ${index}` } })
      profiles.push(body.data.profile_id)
      // Such an account has no rate limits.
      await bench.simulated.connect(user.ask, 'x', `enterprise ${index}`, body.data.profile_id)
    }
  })
  after(() => bench.stop())

  interface Raced {
    readonly message: string
    readonly jobId: number
    readonly reply: Reply
  }

  /** Schedules a post for the next moment, and sends another request at about the time when a worker starts it. */
  async function race(name: string, ask: (post: { id: number; jobId: number; message: string }) => Promise<Reply>) {
    const some = limitConcurrency(atOnce)
    // The other request is sent earlier if it was often too late, so that both sides win about as often.
    let lead = 0
    let late = 0
    // A post is accepted well before it is due, even on a slow machine.
    let soon = 100
    const raced = await Promise.all(
      Array.from({ length: interleavings }, (_, index) =>
        some(async (): Promise<Raced> => {
          const message = `${name} ${index}`
          const begun = Date.now()
          const dueAt = begun + soon
          const body = { message, platforms: ['x'], profile_id: profiles[index % accounts] }
          const { id, jobIds } = await createPost(user, { ...body, scheduled_at: new Date(dueAt).toISOString() })
          const [jobId = 0] = jobIds
          soon = 3 * (Date.now() - begun) + 3 * spread
          await sleep(Math.max(0, dueAt - Date.now() - lead + (Math.random() - 1 / 2) * spread))
          const reply = await ask({ id, jobId, message })
          late = reply.status === 200 ? 0 : late + 1
          lead = Math.max(
            -spread,
            Math.min(lead + (late === 0 ? -step : step * 2 ** Math.floor(late / patience)), soon),
          )
          return { message, jobId, reply }
        }),
      ),
    )
    await nothingLeft()
    return raced
  }

  const nothingLeft = () =>
    eventually('nothing is left to do', async () => {
      const moving = bench.rows.db.selectFrom('jobs').select('id').where('due_at', 'is not', null).limit(1)
      return (await moving.executeTakeFirst()) === undefined
    })

  /** How often each text is visible, and how each job has ended. */
  async function outcome() {
    const counts = new Map<string, number>()
    for (const { text } of await bench.simulated.posts('x')) counts.set(text, (counts.get(text) ?? 0) + 1)
    const rows = await bench.rows.db.selectFrom('jobs').select(['id', 'status']).execute()
    const statuses = new Map(rows.map(({ id, status }) => [id, status]))
    return { countOf: (text: string) => counts.get(text) ?? 0, statusOf: (id: number) => statuses.get(id) }
  }

  /** If one side always won, the test proved nothing. */
  function bothWon(raced: readonly Raced[]): void {
    const won = raced.filter(({ reply }) => reply.status === 200).length
    assert.ok(won > 0 && won < raced.length, `${won} of ${raced.length} were in time`)
  }

  /**
   * Each post must be in the state that belongs to its response. On a busy machine, a response may be that the database is
   * busy, which does not say whether the request had its effect: then the post is in any one of these states.
   */
  function assertTrue(
    raced: readonly Raced[],
    seen: (one: Raced) => unknown,
    states: Readonly<Record<string, unknown>>,
  ): void {
    for (const one of raced) {
      const { message, reply } = one
      const code = reply.status === 200 ? 'done' : reply.body.error.code
      const expected = code === 'unavailable' ? Object.values(states) : [states[code]]
      assert.ok(
        expected.some((state) => isDeepStrictEqual(state, seen(one))),
        `${message}: ${code}, ${JSON.stringify(seen(one))}`,
      )
    }
    bothWon(raced)
  }

  test('a post is cancelled or published, never both, and the response says which', async () => {
    const raced = await race('cancel', ({ jobId }) => user.ask('POST', `/jobs/${jobId}/cancel`))
    const { countOf, statusOf } = await outcome()
    assertTrue(raced, ({ message, jobId }) => [statusOf(jobId), countOf(message)], {
      done: ['cancelled', 0],
      not_cancellable: ['completed', 1],
    })
  })

  test('an accepted edit is published, and a rejected one changes nothing', async () => {
    const edited = (message: string) => message.replace('edit', 'edited')
    const raced = await race('edit', ({ id, message }) =>
      user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: 1, message: edited(message) } }),
    )
    const { countOf, statusOf } = await outcome()
    assertTrue(raced, ({ message, jobId }) => [statusOf(jobId), countOf(message), countOf(edited(message))], {
      done: ['completed', 0, 1],
      not_editable: ['completed', 1, 0],
    })
  })

  test('a post is deleted or published, never both, and the response says which', async () => {
    const raced = await race('delete', ({ id }) => user.ask('DELETE', `/posts/${id}`))
    const { countOf, statusOf } = await outcome()
    assertTrue(raced, ({ message, jobId }) => [statusOf(jobId), countOf(message)], {
      done: ['cancelled', 0],
      already_started: ['completed', 1],
    })
  })

  test('two simultaneous requests with one key create one post, and both get its response', async () => {
    const some = limitConcurrency(atOnce)
    /** How long a request takes on this machine: the second one of a pair comes before or after the end of the first. */
    let lasts = 10
    const twice = await Promise.all(
      Array.from({ length: interleavings }, (_, index) =>
        some(async () => {
          const body = { message: `twice ${index}`, platforms: ['x'], profile_id: profiles[index % accounts] }
          const headers = { 'idempotency-key': `twice-${index}` }
          const submit = async (pause: number) => {
            await sleep(pause)
            const began = performance.now()
            const reply = await user.ask('POST', '/post', { body, headers })
            if (pause === 0) lasts = performance.now() - began
            return reply
          }
          return { message: body.message, replies: await Promise.all([submit(0), submit(Math.random() * 2 * lasts)]) }
        }),
      ),
    )
    await nothingLeft()
    const { countOf } = await outcome()
    const codes = new Set<string>()
    for (const { message, replies } of twice) {
      assert.equal(countOf(message), 1, message)
      const ids = replies.flatMap(({ status, body }) => (status === 200 ? [body.post_id] : []))
      assert.equal(new Set(ids).size, 1, message)
      for (const { status, headers, body } of replies)
        codes.add(status === 200 ? `replayed ${headers.get('idempotent-replayed') ?? 'not'}` : body.error.code)
    }
    assert.deepEqual([...codes].sort(), ['replayed not', 'replayed true'])
  })

  // PostgreSQL detects such a pair only after a second, in which both block everything else.
  if (kind === 'postgres')
    test('none of these transactions deadlocked', async () => {
      const { rows } = await sql<{ deadlocks: number }>`
        select deadlocks from pg_stat_database where datname = current_database()`.execute(bench.rows.db)
      assert.deepEqual(
        rows.map(({ deadlocks }) => Number(deadlocks)),
        [0],
      )
    })
}
