import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../src/store/tables.ts'
import type { Reply } from '../harness/client.ts'
import { onEachOwnInstance } from '../harness/each-instance.ts'
import { eventually } from '../harness/eventually.ts'
import type { User } from '../harness/instance.ts'
import { newPublisher, startAccepting } from '../harness/posts.ts'
import { withDatabase } from '../harness/rows.ts'

/** Requests that come at the same time share statements. */
onEachOwnInstance(startAccepting, (instance, kind) => {
  const submit = ({ ask }: User, message: string, key?: string): Promise<Reply> =>
    ask('POST', '/post', {
      body: { message, platforms: ['x', 'bluesky'] },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })

  const statusesOf = async (replies: readonly Promise<Reply>[]) =>
    (await Promise.all(replies)).map(({ status, body }) => (status === 200 ? 200 : body.error.code))

  async function messagesOf({ ask }: User): Promise<string[]> {
    const { body } = await ask('GET', '/posts')
    return body.data.posts.map(({ message }: { message: string }) => message).sort()
  }

  test('each request gets the response that it would get alone', async () => {
    const users = await Promise.all([1, 2, 3].map(() => newPublisher(instance)))
    const unconnected = await instance.newUser()
    const left = await newPublisher(instance)
    assert.equal((await instance.owner('DELETE', `/admin/keys/${left.keyId}`)).status, 200)
    const statuses = await statusesOf(
      [1, 2, 3, 4].flatMap((round) => [
        ...users.map((user) => submit(user, `of ${user.id}, ${round}`, `key-${round}`)),
        submit(unconnected, `not connected ${round}`),
        submit(left, `revoked ${round}`),
      ]),
    )
    const expected = [200, 200, 200, 'platform_not_connected', 'unauthorized']
    assert.deepEqual(statuses, [expected, expected, expected, expected].flat())
    for (const user of users)
      assert.deepEqual(
        await messagesOf(user),
        [1, 2, 3, 4].map((round) => `of ${user.id}, ${round}`),
      )
    assert.deepEqual(await messagesOf(unconnected), [])
  })

  test('of equal requests with one key, one has an effect, and all get its response', async () => {
    const user = await newPublisher(instance)
    const replies = await Promise.all(Array.from({ length: 20 }, () => submit(user, 'once', 'one-key')))
    assert.deepEqual(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
    assert.deepEqual(await messagesOf(user), ['once'])
  })

  if (kind === 'postgres') {
    test('a post that cannot be stored does not hold up those that come with it', async () => {
      const user = await newPublisher(instance)
      await withDatabase(instance.data, async (db) => {
        await sql`alter table posts add constraint refused check (message <> 'cannot be stored')`.execute(db)
      })
      const messages = ['a', 'b', 'cannot be stored', 'c', 'd']
      const statuses = await statusesOf(messages.map((message) => submit(user, message)))
      assert.deepEqual(statuses, [200, 200, 'internal_error', 200, 200])
      assert.deepEqual(await messagesOf(user), ['a', 'b', 'c', 'd'])
    })

    /** While another transaction holds a lock. */
    const whileLocked = <T>(lock: RawBuilder<unknown>, work: (tx: Kysely<Tables>, db: Kysely<Tables>) => Promise<T>) =>
      withDatabase(instance.data, (db) =>
        db.transaction().execute(async (tx) => {
          await lock.execute(tx)
          return work(tx, db)
        }),
      )

    const somebodyWaits = (db: Kysely<Tables>) =>
      eventually('somebody waits for a lock', async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return rows.length > 0
      })

    test('a post whose profile is locked does not hold up those of other users', async () => {
      const [slow, user] = [await newPublisher(instance), await newPublisher(instance)]
      const profile = sql`select from profiles where id = ${slow.profileId} for update`
      const { waiting } = await whileLocked(profile, async () => {
        const waiting = submit(slow, 'waits')
        const statuses = await statusesOf(['a', 'b', 'c'].map((message) => submit(user, message)))
        assert.deepEqual(statuses, [200, 200, 200])
        assert.deepEqual(await messagesOf(slow), [])
        return { waiting }
      })
      assert.equal((await waiting).status, 200)
      assert.deepEqual(await messagesOf(slow), ['waits'])
    })

    test('a request that waits for a lock does not hold up those that come after it', async () => {
      const [slow, user] = [await newPublisher(instance), await newPublisher(instance)]
      assert.deepEqual(await messagesOf(slow), [])
      const window = sql`select from rate_limits where key = ${`user:${slow.id}`} for update`
      const { waiting } = await whileLocked(window, async (_, db) => {
        const waiting = statusesOf([submit(slow, 'waits')])
        await somebodyWaits(db)
        assert.deepEqual(await statusesOf([submit(user, 'a'), submit(user, 'b')]), [200, 200])
        assert.deepEqual(await messagesOf(user), ['a', 'b'])
        return { waiting }
      })
      assert.deepEqual(await waiting, [200])
    })

    test('a post whose account is removed after the checks is refused', async () => {
      const user = await newPublisher(instance)
      // The last check reads jobs, after the accounts were read.
      const { waiting } = await whileLocked(sql`lock table jobs in access exclusive mode`, async (tx, db) => {
        const waiting = submit(user, 'too late')
        await somebodyWaits(db)
        await tx.deleteFrom('accounts').where('profile_id', '=', user.profileId).execute()
        return { waiting }
      })
      assert.deepEqual(await statusesOf([waiting]), ['platform_not_connected'])
      assert.deepEqual(await messagesOf(user), [])
    })
  }
})
