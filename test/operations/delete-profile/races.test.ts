import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { askDuring } from '../../harness/ask-during.ts'
import { listOf, publishCommented } from '../../harness/commented.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { connectOnce, inDays, newPublisher, startAccepting, textPost } from '../../harness/posts.ts'
import { startPublishing } from '../../harness/publishing.ts'
import { withDatabase } from '../../harness/rows.ts'
import { startSandboxed } from '../../harness/sandboxed.ts'

onEachOwnInstance(startAccepting, (instance, kind) => {
  async function newProfile() {
    const user = await newPublisher(instance)
    const { body } = await user.ask('POST', '/profiles', { body: { name: 'Second' } })
    const id: string = body.data.profile_id
    await connectOnce(instance, id, ['x'])
    return { user, id }
  }

  test('a profile in which a post is being scheduled is not deleted', async () => {
    const { user, id } = await newProfile()
    const [post, deletion] = await askDuring(
      instance.data,
      (tx) =>
        kind === 'postgres'
          ? sql`lock table jobs in share mode`.execute(tx)
          : tx.updateTable('jobs').set({ dropped: 0 }).execute(),
      () =>
        user.ask('POST', '/post', { body: { ...textPost, profile_id: id, platforms: ['x'], scheduled_at: inDays(1) } }),
      () => user.ask('DELETE', `/profiles/${id}`),
    )
    assert.equal(post.status, 200, post.text)
    assert.deepEqual([deletion.status, deletion.body.error?.code], [409, 'profile_in_use'], deletion.text)
  })

  test('a profile that is being made the default is not deleted', async () => {
    const { user, id } = await newProfile()
    const [changed, deletion] = await askDuring(
      instance.data,
      (tx) =>
        kind === 'postgres'
          ? sql`lock table users in share mode`.execute(tx)
          : tx.updateTable('users').set({ created_at: 1 }).execute(),
      () => user.ask('POST', `/profiles/${id}/default`),
      () => user.ask('DELETE', `/profiles/${id}`),
    )
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual([deletion.status, deletion.body.error?.code], [409, 'default_profile'], deletion.text)
  })

  // SQLite has one writer at a time.
  if (kind === 'postgres') {
    test('a profile is deleted with an account that is being connected in it', async (t) => {
      const sandboxed = await startSandboxed(kind)
      t.after(() => sandboxed.stop())
      const { ask } = await sandboxed.newUser(4)
      const { body } = await ask('POST', '/profiles', { body: { name: 'Second' } })
      const id: string = body.data.profile_id
      const [connected, deletion] = await askDuring(
        sandboxed.data,
        (tx) => sql`lock table accounts in share mode`.execute(tx),
        () => ask('POST', '/connect', { body: { profile_id: id, platform: 'bluesky', environment: 'sandbox' } }),
        () => ask('DELETE', `/profiles/${id}`),
      )
      assert.deepEqual([connected.status, deletion.status], [200, 200], connected.text + deletion.text)
      const left = await withDatabase(sandboxed.data, (db) =>
        db.selectFrom('accounts').select('id').where('profile_id', '=', id).execute(),
      )
      assert.deepEqual(left, [])
    })

    test('a profile is deleted with the comments that are being stored in it', async (t) => {
      const bench = await startPublishing(kind)
      t.after(() => bench.stop())
      const post = await publishCommented(bench, ['threads'])
      const { ask } = post.who
      const other = await ask('POST', '/profiles', { body: { name: 'Second' } })
      const changed = await ask('POST', `/profiles/${other.body.data.profile_id}/default`)
      const deleted: string = changed.body.data.profiles.find((one: { is_default: boolean }) => !one.is_default).id
      await post.comment('threads', 'Known.')
      assert.equal((await listOf(post)).status, 200)
      await post.comment('threads', 'New.')
      const [list, deletion] = await askDuring(
        bench.instance.data,
        (tx) => tx.updateTable('comments').set({ like_count: 1 }).execute(),
        () => listOf(post),
        () => ask('DELETE', `/profiles/${deleted}`),
      )
      assert.deepEqual([list.status, deletion.status], [200, 200], list.text + deletion.text)
      const left = await withDatabase(bench.instance.data, (db) => db.selectFrom('comments').selectAll().execute())
      assert.deepEqual(left, [])
    })

    test('while a deletion waits for what is being stored in the profile, posts in other profiles are accepted', async () => {
      const { user, id } = await newProfile()
      const other = await newPublisher(instance)
      const ended: string[] = []
      const [deletion, post] = await askDuring(
        instance.data,
        (tx) => tx.selectFrom('profiles').select('id').where('id', '=', id).forKeyShare().execute(),
        () => user.ask('DELETE', `/profiles/${id}`).finally(() => ended.push('deletion')),
        () => other.ask('POST', '/post', { body: textPost }).finally(() => ended.push('post')),
      )
      assert.deepEqual([deletion.status, post.status], [200, 200], deletion.text + post.text)
      assert.deepEqual(ended, ['post', 'deletion'])
    })
  }
})
