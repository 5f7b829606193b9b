import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askToEdit, editDraft, finished, readDraft, saveDraft, submitDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { createPost, jobIn, newPublisher, readPost, schedulePost, setJob, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  const names = async ({ ask }: User) =>
    (await ask('GET', '/labels')).body.data.labels.map(({ name }: { name: string }) => name)
  const found = async ({ ask }: User, list: 'posts' | 'drafts', label: string) =>
    (await ask('GET', `/${list}?${new URLSearchParams({ label })}`)).body.data[list].map(
      ({ id }: { id: unknown }) => id,
    )

  test('a label that a post or a draft names is made once, whatever its case', async () => {
    const user = await newPublisher(instance)
    const post = await schedulePost(user, { labels: ['Launch', 'Świt'] })
    const draft = await saveDraft(user, { labels: [' launch ', 'autumn'] })
    assert.deepEqual(await names(user), ['autumn', 'Launch', 'Świt'])
    assert.deepEqual((await readPost(user, post.id)).labels, ['Launch', 'Świt'])
    assert.deepEqual(draft.labels, ['autumn', 'Launch'])
    assert.deepEqual(await names(await instance.newUser()), [])
  })

  test('posts and drafts are found by a label, in any case, and only those of the caller', async () => {
    const [user, other] = [await newPublisher(instance), await newPublisher(instance)]
    const post = await schedulePost(user, { labels: ['Launch'] })
    const draft = await saveDraft(user, { labels: ['Launch'] })
    await schedulePost(user, { labels: ['other'] })
    await schedulePost(other, { labels: ['Launch'] })
    assert.deepEqual(await found(user, 'posts', 'LAUNCH'), [post.id])
    assert.deepEqual(await found(user, 'drafts', 'launch'), [draft.id])
    assert.deepEqual(await found(user, 'posts', 'none'), [])
  })

  test('a submitted draft gives its labels to the post', async () => {
    const user = await newPublisher(instance)
    const { id } = await saveDraft(user, { ...finished, labels: ['launch'] })
    const { submission } = await submitDraft(user, id)
    assert.deepEqual((await readPost(user, submission.post_id)).labels, ['launch'])
  })

  test('an edit replaces the labels; the same labels in another order or case change nothing', async () => {
    const user = await newPublisher(instance)
    const post = await schedulePost(user, { labels: ['a', 'b'] })
    const edit = async (labels: string[], revision: number, more: object = {}) =>
      (await user.ask('PATCH', `/posts/${post.id}`, { body: { expected_revision: revision, labels, ...more } })).body
    const same = await edit(['B', 'a'], 1)
    assert.deepEqual([same.data.revision, same.data.labels], [1, ['a', 'b']])
    const changed = await edit(['c'], 1)
    assert.deepEqual([changed.data.revision, changed.data.labels, changed.data.status], [2, ['c'], 'scheduled'])
    assert.equal((await edit(['d'], 1)).error.code, 'revision_conflict')
    assert.deepEqual((await edit(['d'], 2, { message: 'New.' })).data.labels, ['d'])
    const kept = await user.ask('PATCH', `/posts/${post.id}`, { body: { expected_revision: 3, message: 'Newer.' } })
    assert.deepEqual(kept.body.data.labels, ['d'])

    const draft = await saveDraft(user, { labels: ['a', 'b'] })
    assert.equal((await editDraft(user, draft.id, { labels: ['b', 'A'] })).revision, 1)
    assert.deepEqual((await editDraft(user, draft.id, { labels: [] })).labels, [])
    assert.equal((await readDraft(user, draft.id)).revision, 2)
  })

  test('a published post can get labels, and nothing else of it changes', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const { id, jobIds } = await createPost(user, { platforms: ['x'] })
    await setJob(instance.data, jobIds[0] ?? 0, jobIn.completed(), 'successful')
    const before = await readPost(user, id)
    const { body } = await user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: 1, labels: ['launch'] } })
    assert.deepEqual(body.data, { ...before, labels: ['launch'], revision: 2 })
    const more = await user.ask('PATCH', `/posts/${id}`, {
      body: { expected_revision: 2, labels: ['launch'], message: 'New.' },
    })
    assert.equal(more.body.error.code, 'not_editable')
  })

  test('two requests at the same time make one label', async () => {
    const user = await newPublisher(instance)
    const drafts = await Promise.all(Array.from({ length: 6 }, () => saveDraft(user, { labels: ['New'] })))
    for (const { labels } of drafts) assert.deepEqual(labels, ['New'])
    assert.deepEqual(await names(user), ['New'])
  })

  test('more labels than allowed are refused, and nothing is stored', async () => {
    const user = await newPublisher(instance)
    for (let part = 0; part < 20; part += 1)
      await saveDraft(user, { labels: Array.from({ length: 10 }, (_, at) => `label ${part} ${at}`) })
    const draft = await saveDraft(user, { labels: ['LABEL 3 4'] })
    for (const reply of [
      await user.ask('POST', '/labels', { body: { name: 'new' } }),
      await user.ask('POST', '/drafts', { body: { labels: ['new'] } }),
      await askToEdit(user, draft.id, { labels: ['new'] }),
      await user.ask('POST', '/post', { body: { ...finished, labels: ['new'] } }),
    ])
      assert.deepEqual([reply.status, reply.body.error.code], [403, 'limit_reached'], reply.text)
    assert.equal((await names(user)).length, 200)
  })
})
