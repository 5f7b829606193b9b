import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listOf, publishCommented } from '../harness/commented.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { type InboxInstance, inboxOf, messagesIn, startInboxed } from '../harness/inboxed.ts'

onEachDatabase((kind) => {
  let stage: InboxInstance
  before(async () => {
    stage = await startInboxed(kind)
  })
  after(() => stage.bench.stop())

  test('comments and replies arrive in the inbox by themselves, and one’s own are no entries', async () => {
    const platforms = ['facebook', 'instagram', 'threads', 'youtube', 'bluesky'] as const
    const post = await publishCommented(stage.bench, platforms)
    for (const platform of platforms) {
      const id = await post.comment(platform, `A question on ${platform}?`)
      await post.comment(platform, `A reply on ${platform}.`, id)
    }
    const entries = await eventually('all are there', async () => {
      const found = await inboxOf(post.who)
      return found.length === 2 * platforms.length && found
    })
    for (const platform of platforms) {
      const [reply, top] = [`A reply on ${platform}.`, `A question on ${platform}?`].map((text) =>
        entries.find(({ comment }) => comment.message === text),
      )
      assert.deepEqual([top.comment.platform, top.parent, top.read, top.can_reply], [platform, null, false, true])
      assert.deepEqual(
        top.replies.map(({ id }: { id: string }) => id),
        [reply.comment.id],
      )
      assert.deepEqual([reply.parent.id, reply.post.job_id], [top.comment.id, post.on(platform).jobId])
    }
  })

  test('X, which charges for it, is not asked for the inbox; what GET /comments reads there is kept', async () => {
    const post = await publishCommented(stage.bench, ['x'])
    await post.comment('x', 'Do you ship?')
    await stage.look(post.on('x').jobId)
    assert.deepEqual(await messagesIn(post.who), [])
    const searched = async () =>
      (await stage.bench.simulated.requests('x')).filter(({ query }) => query.includes(post.on('x').remoteId)).length
    assert.equal(await searched(), 0)
    assert.equal((await listOf(post)).body.data.comments.length, 1)
    assert.deepEqual(await messagesIn(post.who), ['Do you ship?'])
  })

  test('a comment that was deleted at the platform disappears, and one that was edited changes and stays read', async () => {
    const post = await publishCommented(stage.bench, ['facebook'])
    const { jobId } = post.on('facebook')
    const [kept, deleted] = [await post.comment('facebook', 'Old.'), await post.comment('facebook', 'Deleted.')]
    await stage.look(jobId)
    assert.deepEqual((await messagesIn(post.who)).toSorted(), ['Deleted.', 'Old.'])
    const [before] = await inboxOf(post.who, '&search=old')
    await post.who.ask('POST', '/inbox/read', { body: { ids: [before.id] } })
    stage.gone.add(deleted)
    stage.edited.set(kept, 'New.')
    await stage.look(jobId)
    const [entry, ...others] = await inboxOf(post.who)
    assert.deepEqual([entry.id, entry.comment.message, entry.read, others], [before.id, 'New.', true, []])
  })

  test('more comments than one look reads are all kept, none twice, and a part of the list deletes nothing', async () => {
    const post = await publishCommented(stage.bench, ['facebook'])
    const { jobId } = post.on('facebook')
    const all = Array.from({ length: 230 }, (_, at) => `No. ${at}`)
    const ids: string[] = []
    for (const message of all) ids.push(await post.comment('facebook', message))
    const stored = async () =>
      (await stage.bench.rows.db.selectFrom('comments').select('message').where('job_id', '=', jobId).execute())
        .map(({ message }) => message)
        .toSorted()
    await stage.look(jobId)
    assert.deepEqual(await stored(), all.toSorted())
    const [oldest = ''] = ids
    stage.gone.add(oldest)
    const newest = await post.comment('facebook', 'Newest.')
    // Only the first page is read: it has something known.
    await stage.look(jobId)
    assert.deepEqual(await stored(), [...all, 'Newest.'].toSorted())
    assert.equal((await inboxOf(post.who))[0].comment.id, newest)
    await stage.bench.rows.change((db) =>
      db.updateTable('watched_posts').set({ sweep_at: 0 }).where('id', '=', jobId).execute(),
    )
    await stage.look(jobId)
    assert.deepEqual(await stored(), [...all.slice(1), 'Newest.'].toSorted())
  })

  test('readings at the same time keep each comment once, and an older one deletes nothing that a newer one found', async () => {
    const post = await publishCommented(stage.bench, ['facebook'])
    await post.comment('facebook', 'Once.')
    await Promise.all(Array.from({ length: 5 }, () => listOf(post)))
    await post.comment('facebook', 'Twice?')
    await Promise.all([stage.look(post.on('facebook').jobId), listOf(post), listOf(post)])
    assert.deepEqual((await messagesIn(post.who)).toSorted(), ['Once.', 'Twice?'])
  })

  test('what a disconnected account or a deleted profile has received is gone, and is not read again', async () => {
    const post = await publishCommented(stage.bench, ['facebook', 'threads'])
    for (const platform of ['facebook', 'threads'] as const) await post.comment(platform, `On ${platform}.`)
    await listOf(post)
    assert.equal((await inboxOf(post.who)).length, 2)
    await post.who.ask('POST', '/disconnect', { body: { platform: 'facebook' } })
    await listOf(post)
    await stage.look(post.on('facebook').jobId)
    assert.deepEqual(await messagesIn(post.who), ['On threads.'])
    const other = (await post.who.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
    // The account moves, so its new profile can read the post.
    await stage.bench.simulated.connect(post.who.ask, 'facebook', post.who.name, other)
    const { body } = await listOf(post, { platform: 'facebook', profile_id: other })
    assert.equal(body.data.comments.length, 1)
    assert.deepEqual(await messagesIn(post.who), ['On threads.'])
    await post.who.ask('POST', `/profiles/${other}/default`)
    const deleted = await post.who.ask('DELETE', `/profiles/${post.who.profileId}`)
    assert.equal(deleted.status, 200, deleted.text)
    assert.deepEqual(await messagesIn(post.who), [])
    const rows = await stage.bench.rows.db
      .selectFrom('comments')
      .select('id')
      .where('profile_id', '=', post.who.profileId)
      .execute()
    assert.deepEqual(rows, [])
  })

  test('a platform that cannot list comments now is asked again later, and its comments stay', async () => {
    const post = await publishCommented(stage.bench, ['threads'])
    const { jobId } = post.on('threads')
    await post.comment('threads', 'Hi?')
    await stage.look(jobId)
    await stage.bench.simulated.fault('threads', { operation: 'read', kind: 'server_error' })
    await stage.look(jobId)
    await stage.look(jobId)
    assert.deepEqual(await messagesIn(post.who), ['Hi?'])
  })
})
