import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, minute } from '../../../src/domain/time.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { connectOnce, createPost, inDays, newPublisher, readJob, startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachInstance(startAccepting, (instance, kind) => {
  const start = Math.ceil(Date.parse(inDays(30)) / minute) * minute
  const at = (milliseconds: number): string => new Date(start + milliseconds).toISOString()
  const post = { message: 'Weekly news.', platforms: ['x'], scheduled_at: at(0) }

  async function warned({ ask }: User, body: object = {}): Promise<string[]> {
    const reply = await ask('POST', '/post/validate', { body: { ...post, ...body } })
    assert.equal(reply.body.data?.ok, true, reply.text)
    return reply.body.data.warnings.map(({ code }: { code: string }) => code)
  }

  test('the same text for the same account less than 7 days before or after gets a warning', async () => {
    const user = await newPublisher(instance)
    await createPost(user, post)
    for (const [body, codes] of [
      [{ scheduled_at: at(7 * day - 1) }, ['duplicate_content']],
      [{ scheduled_at: at(1 - 7 * day) }, ['duplicate_content']],
      [{ scheduled_at: at(7 * day + 1) }, []],
      [{ scheduled_at: at(-7 * day - 1) }, []],
      [{ scheduled_at: at(day), message: ' Weekly news.\n' }, ['duplicate_content']],
      [{ scheduled_at: at(day), message: 'Weekly News.' }, []],
      [{ scheduled_at: at(day), platforms: ['bluesky'] }, []],
      [{ scheduled_at: at(day), platforms: ['twitter', 'bluesky'] }, ['duplicate_content']],
      [{ scheduled_at: at(day), platform_options: { x: { message: 'Other words.' } } }, []],
      [{ scheduled_at: undefined }, []],
    ] as const)
      assert.deepEqual(await warned(user, body), codes, JSON.stringify(body))
  })

  test('a post that is edited is not compared with itself; the post of another user is not found', async () => {
    const user = await newPublisher(instance)
    const { id: post_id } = await createPost(user, post)
    assert.deepEqual(await warned(user), ['duplicate_content', 'same_minute'])
    assert.deepEqual(await warned(user, { post_id }), [])
    const other = await newPublisher(instance)
    const { status } = await other.ask('POST', '/post/validate', { body: { ...post, post_id } })
    assert.equal(status, 404)
  })

  test('another post of the same account in the same minute gets a warning, in any profile', async () => {
    const user = await newPublisher(instance)
    await createPost(user, post)
    const other = { message: 'Something else.' }
    assert.deepEqual(await warned(user, { ...other, scheduled_at: at(minute - 1) }), ['same_minute'])
    assert.deepEqual(await warned(user, { ...other, scheduled_at: at(minute) }), [])
    assert.deepEqual(await warned(user, { ...other, scheduled_at: at(-1) }), [])
    assert.deepEqual(await warned(user, { ...other, platforms: ['bluesky'] }), [])
    assert.deepEqual(await warned(user), ['duplicate_content', 'same_minute'])
    const profile_id = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    await connectOnce(instance, profile_id, ['x'])
    assert.deepEqual(await warned(user, { ...other, profile_id }), [])
    await withDatabase(instance.data, async (db) => {
      const own = db.selectFrom('accounts').select('remote_id').where('profile_id', '=', user.profileId)
      await db
        .updateTable('accounts')
        .set({ remote_id: own.where('platform', '=', 'x') })
        .where('profile_id', '=', profile_id)
        .execute()
    })
    assert.deepEqual(await warned(user, { ...other, profile_id }), ['same_minute'])
  })

  test('a post that is created is accepted with the warning, and its job shows it', async () => {
    const user = await newPublisher(instance)
    const first = await createPost(user, post)
    const second = await createPost(user, post)
    assert.deepEqual(
      second.warnings.map(({ code }) => code),
      ['duplicate_content', 'same_minute'],
    )
    assert.match(JSON.stringify(second.warnings), new RegExp(`Post ${first.id} `))
    const { warnings } = (await user.ask('GET', `/jobs/${second.jobIds[0]}`)).body.data
    assert.deepEqual(
      warnings.map(({ code }: { code: string }) => code),
      ['duplicate_content', 'same_minute'],
    )
    assert.equal((await readJob(user, second.jobIds[0] ?? 0)).status, 'queued')
  })

  test('an edit does not warn about the post itself, and warns about its new text', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await createPost(user, post)
    await createPost(user, { ...post, message: 'Other.', scheduled_at: at(day) })
    const edit = async (revision: number, body: object) => {
      await user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: revision, ...body } })
      const { warnings } = (await user.ask('GET', `/jobs/${jobIds[0]}`)).body.data
      return warnings.map(({ code }: { code: string }) => code)
    }
    assert.deepEqual(await edit(1, { scheduled_at: at(minute / 2) }), [])
    assert.deepEqual(await edit(2, { message: 'Other.' }), ['duplicate_content'])
  })

  test('cancelled and deleted posts, dropped platforms and posts of other users do not count', async () => {
    const [user, other] = [await newPublisher(instance), await newPublisher(instance)]
    await withDatabase(instance.data, async (db) => {
      const shared = { remote_id: `shared of ${kind}` }
      for (const { profileId } of [user, other])
        await db.updateTable('accounts').set(shared).where('profile_id', '=', profileId).execute()
    })
    await createPost(other, post)
    const [cancelled, deleted] = [await createPost(user, post), await createPost(user, post)]
    await user.ask('POST', `/jobs/${cancelled.jobIds[0]}/cancel`)
    await user.ask('DELETE', `/posts/${deleted.id}`)
    const both = await createPost(user, { ...post, platforms: ['x', 'bluesky'] })
    await user.ask('PATCH', `/posts/${both.id}`, { body: { expected_revision: 1, platforms: ['bluesky'] } })
    assert.deepEqual(await warned(user), [])
  })
})
