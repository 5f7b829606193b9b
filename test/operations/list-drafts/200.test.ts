import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askToDelete, editDraft, finished, readDraft, saveDraft, submitDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { newPublisher, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  const list = async ({ ask }: User, query = '') => (await ask('GET', `/drafts${query}`)).body.data

  test('a profile’s drafts are listed newest first, as a read returns them, without those of other profiles', async () => {
    const user = await instance.newUser()
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    const saved = []
    for (const message of ['one', 'two', 'three']) {
      saved.unshift(await saveDraft(user, { message }))
      const made = Date.now()
      while (Date.now() === made);
    }
    const elsewhere = await saveDraft(user, { profile_id: second })
    await editDraft(user, saved[2].id, { message: 'edited' })
    const expected = [saved[0], saved[1], await readDraft(user, saved[2].id)]
    assert.deepEqual(await list(user), {
      drafts: expected,
      meta: { page: 1, per_page: 25, total: 3 },
      next_cursor: null,
    })
    assert.deepEqual(await list(user, `?profile_id=${user.profileId}`), await list(user))
    assert.deepEqual((await list(user, `?profile_id=${second}`)).drafts, [elsewhere])
  })

  test('pages together show every draft once', async () => {
    const user = await instance.newUser()
    for (let saved = 0; saved < 5; saved += 1) await saveDraft(user)
    const pages = [await list(user, '?per_page=2'), await list(user, '?per_page=2&page=2')]
    const last = await list(user, '?per_page=2&page=3')
    const ids = [...pages, last].flatMap(({ drafts }) => drafts.map(({ id }: { id: string }) => id))
    assert.deepEqual([ids.length, new Set(ids).size], [5, 5])
    assert.deepEqual(last.meta, { page: 3, per_page: 2, total: 5 })
    assert.deepEqual(await list(user, '?page=100000&per_page=100'), {
      drafts: [],
      meta: { page: 100_000, per_page: 100, total: 5 },
      next_cursor: null,
    })
  })

  test('following the cursor shows every draft once, also if drafts are saved and deleted in between', async () => {
    const user = await instance.newUser()
    const saved: string[] = []
    for (let count = 0; count < 5; count += 1) saved.unshift((await saveDraft(user)).id)
    const first = await list(user, '?per_page=2')
    assert.equal(typeof first.next_cursor, 'string')
    await saveDraft(user)
    await askToDelete(user, first.drafts[0].id)
    const second = await list(user, `?per_page=2&cursor=${first.next_cursor}`)
    const third = await list(user, `?per_page=2&cursor=${second.next_cursor}`)
    const ids = [first, second, third].flatMap(({ drafts }) => drafts.map(({ id }: { id: string }) => id))
    assert.equal(new Set(ids).size, ids.length)
    assert.deepEqual(ids.toSorted(), saved.toSorted())
    assert.deepEqual(third.meta, { page: 3, per_page: 2, total: 5 })
    assert.equal(third.next_cursor, null)
  })

  test('profile_id=all lists the drafts of all profiles of the caller, and of nobody else', async () => {
    const [user, other] = [await instance.newUser(), await instance.newUser()]
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    await saveDraft(other)
    const own = [(await saveDraft(user)).id, (await saveDraft(user, { profile_id: second })).id]
    const { drafts, meta } = await list(user, '?profile_id=all')
    assert.deepEqual(drafts.map(({ id }: { id: string }) => id).toSorted(), own.toSorted())
    assert.equal(meta.total, 2)
  })

  test('submitted, deleted and moved drafts are not listed', async () => {
    const user = await newPublisher(instance)
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    const [submitted, deleted, moved, kept] = [
      await saveDraft(user, finished),
      await saveDraft(user),
      await saveDraft(user),
      await saveDraft(user),
    ]
    await submitDraft(user, submitted.id)
    await askToDelete(user, deleted.id)
    await editDraft(user, moved.id, { profile_id: second })
    assert.deepEqual(await list(user), {
      drafts: [kept],
      meta: { page: 1, per_page: 25, total: 1 },
      next_cursor: null,
    })
  })
})
