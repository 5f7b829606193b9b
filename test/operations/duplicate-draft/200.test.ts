import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDraft, finished, readDraft, saveDraft, submitDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { uploadNamed } from '../../harness/library.ts'
import { newPublisher, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  const duplicate = async ({ ask }: User, id: string, body: object = {}) => {
    const reply = await ask('POST', `/drafts/${id}/duplicate`, { body })
    assert.equal(reply.status, 200, reply.text)
    return reply.body.data
  }
  const listed = async ({ ask }: User, query = '') =>
    (await ask('GET', `/drafts${query}`)).body.data.drafts.map(({ id }: { id: string }) => id)

  test('a draft from a template has its content, and the template stays', async () => {
    const user = await newPublisher(instance)
    const { publicUrl } = await uploadNamed(user, 'a.png')
    const template = await saveDraft(user, {
      ...finished,
      template: true,
      labels: ['weekly'],
      media: [{ url: publicUrl, alt_text: 'A pixel.' }],
      platform_options: { x: { message: 'For X.' } },
      comments_under_post: ['One.'],
    })
    assert.equal(template.template, true)
    const { id, created_at, updated_at, ...copy } = await duplicate(user, template.id)
    const { id: _, created_at: __, updated_at: ___, ...original } = template
    assert.deepEqual(copy, { ...original, template: false })
    assert.ok(created_at === updated_at && id !== template.id)
    await editDraft(user, id, { message: 'Changed.' })
    assert.deepEqual(await readDraft(user, template.id), template)
  })

  test('templates are listed apart from drafts', async () => {
    const user = await newPublisher(instance)
    const template = await saveDraft(user, { template: true })
    const draft = await duplicate(user, template.id)
    assert.deepEqual(await listed(user), [draft.id])
    assert.deepEqual(await listed(user, '?template=true'), [template.id])
    await editDraft(user, template.id, { template: false })
    assert.deepEqual(await listed(user, '?template=true'), [])
  })

  test('a submitted draft can be duplicated, also into another profile', async () => {
    const user = await newPublisher(instance)
    const profile_id = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    const { id } = await saveDraft(user, finished)
    await submitDraft(user, id)
    const copy = await duplicate(user, id, { profile_id })
    assert.deepEqual(
      [copy.status, copy.revision, copy.profile_id, copy.submission],
      ['draft', 1, profile_id, undefined],
    )
  })

  test('a draft whose file was deleted is not duplicated, and the response names the file', async () => {
    const user = await newPublisher(instance)
    const { id: file, publicUrl } = await uploadNamed(user, 'a.png')
    const { id } = await saveDraft(user, { ...finished, platforms: ['bluesky'], media: [{ url: publicUrl }] })
    const { submission } = await submitDraft(user, id)
    await user.ask('DELETE', `/posts/${submission.post_id}`)
    assert.equal((await user.ask('DELETE', `/media/${file}`)).status, 200)
    const { status, body } = await user.ask('POST', `/drafts/${id}/duplicate`)
    assert.deepEqual([status, body.error.details[0].path], [422, 'media.0.storageKey'])
  })

  test('a template cannot be submitted, and the response says what is possible', async () => {
    const user = await newPublisher(instance)
    const { id } = await saveDraft(user, { ...finished, template: true })
    const { status, body } = await user.ask('POST', `/drafts/${id}/submit`, { body: { expected_revision: 1 } })
    assert.deepEqual([status, body.error.code], [409, 'wrong_state'])
    assert.match(body.error.message, /duplicate/)
  })
})
