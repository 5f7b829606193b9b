import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finished, readDraft, saveDraft, submitDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { inDays, jobIn, newPublisher, setJob, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('a draft is read by its ID, in upper case too, and its profile may be named', async () => {
    const user = await instance.newUser()
    const draft = await saveDraft(user, { message: 'Half a' })
    for (const place of [draft.id, draft.id.toUpperCase(), `${draft.id}?profile_id=${user.profileId}`])
      assert.deepEqual(await readDraft(user, place), draft)
  })

  test('a submitted draft is returned with its jobs, and with their URLs after publication', async () => {
    const user = await newPublisher(instance)
    const { id } = await saveDraft(user, finished)
    const submitted = await submitDraft(user, id)
    assert.deepEqual(await readDraft(user, id), submitted)
    const [onX, onBluesky] = submitted.submission.jobs
    await setJob(instance.data, onX.jobId, jobIn.completed('4711'), 'processing')
    assert.deepEqual((await readDraft(user, id)).submission, {
      ...submitted.submission,
      jobs: [{ ...onX, platform_post_id: '4711', platform_post_url: 'https://example.com/4711' }, onBluesky],
    })
  })

  test('its jobs are those created by the submit, even if the post was edited or deleted later', async () => {
    const user = await newPublisher(instance)
    const { id } = await saveDraft(user, finished)
    const submitted = await submitDraft(user, id, { scheduled_at: inDays(30) })
    const post = `/posts/${submitted.submission.post_id}`
    const edit = await user.ask('PATCH', post, { body: { expected_revision: 1, platforms: ['bluesky'] } })
    assert.equal(edit.status, 200, edit.text)
    assert.deepEqual(await readDraft(user, id), submitted)
    assert.equal((await user.ask('DELETE', post)).status, 200)
    assert.deepEqual(await readDraft(user, id), submitted)
  })
})
