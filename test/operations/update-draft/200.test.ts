import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askToEdit, editDraft, readDraft, saveDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startAccepting, upload } from '../../harness/posts.ts'
import { png } from '../../harness/small-media.ts'

onEachInstance(startAccepting, (instance) => {
  test('missing fields stay, given fields are replaced, and each edit is a separate revision', async () => {
    const user = await instance.newUser()
    const { storageKey } = await upload(user, png, 'image/png')
    const draft = await saveDraft(user, {
      message: 'Before.',
      platforms: ['x'],
      media: [{ storageKey, alt_text: 'A dot.' }],
      comments_under_post: ['First.'],
      platform_options: { x: { message: 'X.' } },
      auto_reply_enabled: true,
    })
    const edited = await editDraft(user, draft.id, { message: 'After.' })
    const { updated_at } = edited
    assert.ok(updated_at >= draft.updated_at)
    assert.deepEqual(edited, { ...draft, message: 'After.', revision: 2, updated_at, updated_by: draft.created_by })
    assert.deepEqual(await readDraft(user, draft.id), edited)
    assert.equal((await editDraft(user, draft.id, { message: 'Later.' }, 2)).revision, 3)
  })

  test('arrays and options are replaced as a whole, and null clears', async () => {
    const user = await instance.newUser()
    const [one, two] = [await upload(user, png, 'image/png'), await upload(user, png, 'image/png')]
    const { id } = await saveDraft(user, {
      platforms: ['x', 'meta'],
      media: [{ storageKey: one.storageKey }, { storageKey: two.storageKey }],
      comments_under_post: ['First.', 'Second.'],
      platform_options: { x: { message: 'X.' }, bluesky: { langs: ['pl'] } },
      auto_reply_enabled: true,
    })
    const replaced = await editDraft(user, id, {
      platforms: ['bluesky'],
      media: [{ url: two.publicUrl }],
      comments_under_post: [{ message: 'Third.' }],
      platform_options: { reddit: { nsfw: true } },
    })
    assert.deepEqual(
      [replaced.platforms, replaced.comments_under_post, replaced.platform_options],
      [['bluesky'], [{ message: 'Third.' }], { reddit: { nsfw: true } }],
    )
    assert.deepEqual(
      replaced.media.map(({ url }: { url: string }) => url),
      [two.publicUrl],
    )
    const none = { message: '', platforms: [], media: [], comments_under_post: [] }
    const nulls = { platform_options: null, auto_reply_enabled: null }
    const cleared = await editDraft(user, id, { ...none, ...nulls }, 2)
    assert.deepEqual(cleared, { ...cleared, ...none, ...nulls })
  })

  test('the profile in the body is where the draft moves to, and the one in the query is where it must be', async () => {
    const user = await instance.newUser()
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    const { id } = await saveDraft(user, { message: 'Half a' })
    const moved = await editDraft(user, `${id}?profile_id=${user.profileId}`, { profile_id: second })
    assert.deepEqual([moved.profile_id, moved.message, moved.revision], [second, 'Half a', 2])
    assert.equal((await editDraft(user, `${id}?profile_id=${second}`, {}, 2)).profile_id, second)
  })

  test('an edit that changes nothing leaves the revision as it is', async () => {
    const user = await instance.newUser()
    const { id } = await saveDraft(user, { message: 'As it is' })
    for (const same of [{}, { message: 'As it is' }]) assert.equal((await editDraft(user, id, same)).revision, 1)
    assert.equal((await editDraft(user, id, { message: 'Another' })).revision, 2)
  })

  test('a repeat with the same idempotency key does not edit again', async () => {
    const user = await instance.newUser()
    const { id } = await saveDraft(user)
    const ask = () =>
      user.ask('PATCH', `/drafts/${id}`, {
        body: { expected_revision: 1, message: 'Once.' },
        headers: { 'idempotency-key': 'edit' },
      })
    const [first, second] = [await ask(), await ask()]
    assert.deepEqual([first.status, second.text], [200, first.text])
    assert.equal((await askToEdit(user, id, {})).status, 409)
    assert.equal((await readDraft(user, id)).revision, 2)
  })
})
