import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Reply } from '../harness/client.ts'
import { onEachDatabase } from '../harness/database.ts'
import type { Instance, User } from '../harness/instance.ts'
import { newPublisher, startAccepting } from '../harness/posts.ts'
import { withDatabase } from '../harness/rows.ts'

/** Requests that come at the same time share statements. */
onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

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
      await withDatabase(instance.place, async (db) => {
        await sql`alter table posts add constraint refused check (message <> 'cannot be stored')`.execute(db)
      })
      const messages = ['a', 'b', 'cannot be stored', 'c', 'd']
      const statuses = await statusesOf(messages.map((message) => submit(user, message)))
      assert.deepEqual(statuses, [200, 200, 'internal_error', 200, 200])
      assert.deepEqual(await messagesOf(user), ['a', 'b', 'c', 'd'])
    })

    test('a post whose profile is locked does not hold up those of other users', async () => {
      const [slow, user] = [await newPublisher(instance), await newPublisher(instance)]
      await withDatabase(instance.place, async (db) => {
        const held = await db.transaction().execute(async (tx) => {
          await sql`select from profiles where id = ${slow.profileId} for update`.execute(tx)
          const waiting = submit(slow, 'waits')
          const statuses = await statusesOf(['a', 'b', 'c'].map((message) => submit(user, message)))
          assert.deepEqual(statuses, [200, 200, 200])
          assert.deepEqual(await messagesOf(slow), [])
          return { waiting }
        })
        assert.equal((await held.waiting).status, 200)
      })
      assert.deepEqual(await messagesOf(slow), ['waits'])
    })
  }
})
