import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askToDelete, askToEdit, askToSubmit, finished, readDraft, saveDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { codesOf, newPublisher, startAccepting } from '../../harness/posts.ts'

const notFound = { status: 404, code: 'not_found', details: [] }

onEachInstance(startAccepting, (instance) => {
  test('no operation finds a draft under another profile, and the draft stays as it is', async () => {
    const user = await newPublisher(instance)
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    const draft = await saveDraft(user, finished)
    const place = `${draft.id}?profile_id=${second}`
    assert.deepEqual(codesOf(await user.ask('GET', `/drafts/${place}`)), notFound)
    assert.deepEqual(codesOf(await askToEdit(user, place, { message: 'Edited.' })), notFound)
    assert.deepEqual(codesOf(await askToDelete(user, place)), notFound)
    assert.deepEqual(codesOf(await askToSubmit(user, draft.id, { profile_id: second })), notFound)
    assert.deepEqual(await readDraft(user, draft.id), draft)
  })

  test('no operation finds a deleted draft', async () => {
    const user = await newPublisher(instance)
    const { id } = await saveDraft(user, finished)
    await askToDelete(user, id)
    assert.deepEqual(codesOf(await user.ask('GET', `/drafts/${id}`)), notFound)
    assert.deepEqual(codesOf(await askToEdit(user, id, { message: 'Edited.' })), notFound)
    assert.deepEqual(codesOf(await askToDelete(user, id)), notFound)
    assert.deepEqual(codesOf(await askToSubmit(user, id)), notFound)
  })
})
