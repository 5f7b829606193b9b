import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { library, uploadNamed } from '../../harness/library.ts'
import { newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'
import { insertFile, withDatabase } from '../../harness/rows.ts'

onEachInstance(startAccepting, (instance) => {
  const names = async (user: User, query: Readonly<Record<string, string>> = {}) =>
    (await library(user, query)).media.map(({ name }: { name: string }) => name)
  const video = (user: User) =>
    withDatabase(instance.data, (db) => insertFile(db, user.id, { contentType: 'video/mp4' }))

  test('the newest upload comes first, as a read returns it', async () => {
    const user = await instance.newUser()
    const ids = []
    for (const name of ['one.png', 'two.png', 'three.png']) ids.unshift((await uploadNamed(user, name)).id)
    const { media, next_cursor } = await library(user)
    assert.deepEqual(
      media.map(({ id }: { id: string }) => id),
      ids,
    )
    assert.equal(next_cursor, null)
    for (const item of media) assert.deepEqual((await user.ask('GET', `/media/${item.id}`)).body.data, item)
  })

  test('files of other users, deleted files and images made for a platform are not listed', async () => {
    const [user, other] = [await instance.newUser(), await instance.newUser()]
    await uploadNamed(other, 'foreign.png')
    const { id } = await uploadNamed(user, 'deleted.png')
    await user.ask('DELETE', `/media/${id}`)
    const made = await uploadNamed(user, 'made.png')
    await withDatabase(instance.data, (db) =>
      db.updateTable('media').set({ listed: 0 }).where('key', '=', made.id).execute(),
    )
    assert.deepEqual(await names(user), [])
  })

  test('a search finds part of the name in any case, and a file without a name by its ID', async () => {
    const user = await instance.newUser()
    await uploadNamed(user, 'Zażółć 100%.png')
    const nameless = await video(user)
    assert.deepEqual(await names(user, { search: 'ŻÓŁĆ 100%' }), ['Zażółć 100%.png'])
    assert.deepEqual(await names(user, { search: nameless.slice(0, 10).toUpperCase() }), [nameless])
    assert.deepEqual(await names(user, { search: '_' }), [])
  })

  test('the filters of kind and use apply together', async () => {
    const user = await newPublisher(instance)
    const [inPost, inDraft, inDeleted] = [
      await uploadNamed(user, 'post.png'),
      await uploadNamed(user, 'draft.png'),
      await uploadNamed(user, 'deleted.png'),
    ]
    await uploadNamed(user, 'free.png')
    const film = await video(user)
    await schedulePost(user, { media: [{ url: inPost.publicUrl }] })
    const deleted = await schedulePost(user, { media: [{ url: inDeleted.publicUrl }] })
    await user.ask('DELETE', `/posts/${deleted.id}`)
    await saveDraft(user, { media: [{ storageKey: inDraft.id }] })
    assert.deepEqual((await names(user, { used: 'true' })).toSorted(), ['deleted.png', 'draft.png', 'post.png'])
    assert.deepEqual((await names(user, { used: 'false' })).toSorted(), [film, 'free.png'].toSorted())
    assert.deepEqual(await names(user, { used: 'false', kind: 'image' }), ['free.png'])
    assert.deepEqual(await names(user, { kind: 'video' }), [film])
  })

  test('following the cursor shows every file once, also if files come and go in between', async () => {
    const user = await instance.newUser()
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.push((await uploadNamed(user, 'same.png')).id)
    // Files of the same moment, too.
    await withDatabase(instance.data, (db) =>
      db.updateTable('media').set({ created_at: 5 }).where('user_id', '=', user.id).execute(),
    )
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { media, next_cursor } = await library(user, { limit: '2', ...(cursor && { cursor }) })
      seen.push(...media.map(({ id }: { id: string }) => id))
      cursor = next_cursor
      await uploadNamed(user, 'later.png')
      await user.ask('DELETE', `/media/${seen[0]}`)
    }
    assert.deepEqual(seen.toSorted(), ids.toSorted())
  })

  test('a cursor of other filters is refused', async () => {
    const user = await instance.newUser()
    for (const name of ['a.png', 'b.png']) await uploadNamed(user, name)
    const { next_cursor } = await library(user, { limit: '1' })
    for (const query of [`kind=image&cursor=${next_cursor}`, 'cursor=abc']) {
      const { status, body } = await user.ask('GET', `/media?${query}`)
      assert.deepEqual([status, body.error.code], [400, 'invalid_cursor'])
    }
  })
})
