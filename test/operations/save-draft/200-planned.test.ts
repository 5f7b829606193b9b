import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { editDraft, finished, readDraft, saveDraft, submitDraft } from '../../harness/drafts.ts'
import type { Instance } from '../../harness/instance.ts'
import { newPublisher, readPost, startAccepting } from '../../harness/posts.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

  for (const [planned_at, planned_timezone, instant] of [
    ['2026-12-04T09:00:00Z', undefined, '2026-12-04T09:00:00.000Z'],
    ['2026-12-04T09:00:00+01:00', undefined, '2026-12-04T08:00:00.000Z'],
    ['2026-12-04T09:00', 'Europe/Warsaw', '2026-12-04T08:00:00.000Z'],
    ['2001-01-01T00:00:00Z', 'Asia/Tokyo', '2001-01-01T00:00:00.000Z'],
    // The clocks skip this time, and show that one twice.
    ['2026-03-29T02:30:00', 'Europe/Warsaw', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30:00', 'Europe/Warsaw', '2026-10-25T00:30:00.000Z'],
  ] as const)
    test(`a draft is planned for ${planned_at} ${planned_timezone ?? ''}`, async () => {
      const user = await instance.newUser()
      const draft = await saveDraft(user, { planned_at, ...(planned_timezone && { planned_timezone }) })
      assert.deepEqual([draft.planned_at, draft.planned_timezone], [instant, planned_timezone ?? null])
      assert.deepEqual(await readDraft(user, draft.id), draft)
    })

  test('a plan stays through other edits, and is cleared by null', async () => {
    const user = await instance.newUser()
    const { id, planned_at } = await saveDraft(user, {
      planned_at: '2026-12-04T09:00',
      planned_timezone: 'Europe/Warsaw',
    })
    const edited = await editDraft(user, id, { message: 'Edited' })
    assert.deepEqual([edited.planned_at, edited.planned_timezone], [planned_at, 'Europe/Warsaw'])
    const moved = await editDraft(user, id, { planned_at: '2026-12-05T09:00:00Z' }, 2)
    assert.deepEqual([moved.planned_at, moved.planned_timezone], ['2026-12-05T09:00:00.000Z', null])
    const cleared = await editDraft(user, id, { planned_at: null }, 3)
    assert.deepEqual([cleared.planned_at, cleared.planned_timezone, cleared.revision], [null, null, 4])
  })

  test('a plan is only a wish: submitting does not read it, and a copy has none', async () => {
    const user = await newPublisher(instance)
    const draft = await saveDraft(user, { ...finished, planned_at: '2099-12-04T09:00:00Z' })
    const copy = (await user.ask('POST', `/drafts/${draft.id}/duplicate`, { body: {} })).body.data
    assert.equal(copy.planned_at, null)
    const { submission, planned_at } = await submitDraft(user, draft.id)
    assert.equal(planned_at, draft.planned_at)
    assert.equal((await readPost(user, submission.post_id)).scheduled_at, null)
  })
})
