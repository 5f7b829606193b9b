import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CommentedJob, newCommentedJob } from '../../harness/commented-job.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { inboxOf, messagesIn } from '../../harness/inboxed.ts'
import { startAccepting } from '../../harness/posts.ts'
import { insertAutoReply, withDatabase } from '../../harness/rows.ts'

onEachInstance(startAccepting, (instance) => {
  const write = (user: CommentedJob, message: string, more: object = {}) =>
    user.comment({ message, search: message.toLowerCase(), ...more })

  test('comments are listed newest first, page by page, and those that arrive in the meantime shift nothing', async () => {
    const user = await newCommentedJob(instance)
    const now = Date.now()
    // Two have the same time.
    for (const [at, hours] of [5, 4, 3, 3, 1].entries())
      await write(user, `No. ${at}`, { posted_at: now - hours * 3_600_000 })
    const read = async (cursor: string | null) => {
      const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      return (await user.ask('GET', `/inbox?limit=2${query}`)).body.data
    }
    const found: string[] = []
    let cursor: string | null = null
    do {
      const { entries, next_cursor } = await read(cursor)
      found.push(...entries.map(({ comment }: { comment: { message: string } }) => comment.message))
      cursor = next_cursor
      if (found.length === 2) await write(user, 'Later.', { posted_at: now })
    } while (cursor !== null)
    assert.deepEqual(found, ['No. 4', 'No. 3', 'No. 2', 'No. 1', 'No. 0'])
    assert.equal((await messagesIn(user))[0], 'Later.')
  })

  test('each filter finds exactly what it says', async () => {
    const user = await newCommentedJob(instance)
    const read = await write(user, 'Read.', { read_at: Date.now() })
    await write(user, 'Ünread 100%.')
    const awaited = await write(user, 'Awaited.', { comment_id: 'c-1' })
    await write(user, 'On Facebook.', { platform: 'facebook' })
    await write(user, 'Our own.', { is_own: 1 as const })
    await insertAutoReply(instance.data, { profileId: user.profileId, jobId: user.jobId, comment_id: 'c-1' })
    const other = (await user.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
    await write(user, 'Of another profile.', { profileId: other })
    const find = async (query: string) => (await messagesIn(user, `&${query}`)).toSorted()
    assert.deepEqual(await find('unread=false'), ['Read.'])
    assert.equal((await find('unread=true')).length, 4)
    assert.deepEqual(await find('needs_approval=true'), ['Awaited.'])
    assert.equal((await find('needs_approval=false')).length, 4)
    assert.deepEqual(await find('platform=facebook'), ['On Facebook.'])
    assert.equal((await find('platform=twitter')).length, 4)
    assert.deepEqual(await find(`profile_id=${other}`), ['Of another profile.'])
    assert.deepEqual(await find(`search=${encodeURIComponent('üNREAD 100%')}`), ['Ünread 100%.'])
    assert.deepEqual(await find('search=%25'), ['Ünread 100%.'])
    for (const id of [user.postId, user.jobId]) assert.equal((await find(`post_id=${id}`)).length, 5)
    const [entry] = (await inboxOf(user)).filter(({ id }) => id === awaited)
    assert.deepEqual([entry.auto_reply.status, entry.auto_reply.comment_id], ['awaiting_approval', 'c-1'])
    assert.ok((await inboxOf(user)).some(({ id }) => id === read))
  })

  test('no user sees the comments of another', async () => {
    const [ana, ben] = [await newCommentedJob(instance), await newCommentedJob(instance)]
    await write(ana, 'Of Ana.')
    assert.deepEqual(await messagesIn(ben), [])
    assert.deepEqual(await messagesIn(ben, '&search=ana'), [])
  })

  test('a comment that cannot be answered now says so: nothing is connected, or its author does not allow it', async () => {
    const user = await newCommentedJob(instance)
    await write(user, 'Closed.', { can_reply: 0 as const })
    await write(user, 'Open.')
    const answerable = async () => (await inboxOf(user)).filter(({ can_reply }) => can_reply).length
    assert.equal(await answerable(), 1)
    await withDatabase(instance.data, async (db) => {
      const { profileId } = user
      await db.updateTable('accounts').set({ status: 'needs_reconnect' }).where('profile_id', '=', profileId).execute()
    })
    assert.equal(await answerable(), 0)
  })
})
