import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { publishCommented } from '../../harness/commented.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { type InboxInstance, messagesIn, startInboxed } from '../../harness/inboxed.ts'

onEachDatabase((kind) => {
  let stage: InboxInstance
  before(async () => {
    stage = await startInboxed(kind)
  })
  after(() => stage.bench.stop())

  test('all posts are read soon, once in five minutes, and not those of a platform that charges for it', async () => {
    const post = await publishCommented(stage.bench, ['facebook', 'threads', 'x'])
    const jobIds = (['facebook', 'threads', 'x'] as const).map((platform) => post.on(platform).jobId)
    // As if they were quiet for long.
    await stage.bench.rows.change((db) =>
      db.updateTable('watched_posts').set({ due_at: 9_999_999_999_999 }).where('id', 'in', jobIds).execute(),
    )
    for (const platform of ['facebook', 'threads', 'x'] as const) await post.comment(platform, `On ${platform}.`)
    const refresh = () => post.who.ask('POST', '/inbox/refresh', { body: {} })
    const replies = await Promise.all([refresh(), refresh(), refresh()])
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 429, 429])
    assert.deepEqual(replies.find(({ status }) => status === 200)?.body.data, { posts: 2 })
    const refused = replies.find(({ status }) => status === 429)
    assert.equal(refused?.body.error.code, 'rate_limited')
    assert.ok(Number(refused?.headers.get('retry-after')) >= 1)
    await eventually('both are there', async () => (await messagesIn(post.who)).length === 2)
    assert.deepEqual((await messagesIn(post.who)).toSorted(), ['On facebook.', 'On threads.'])
  })

  test('without published posts nothing is read, and another user’s posts are never meant', async () => {
    await publishCommented(stage.bench, ['facebook'])
    const user = await stage.bench.instance.newUser()
    assert.deepEqual((await user.ask('POST', '/inbox/refresh')).body.data, { posts: 0 })
  })
})
