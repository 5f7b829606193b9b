import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { approve, draftEvents, newTeam, type Team, waitingDraft } from '../../harness/approvals.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { askToEdit, askToSubmit, finished, readDraft, saveDraft } from '../../harness/drafts.ts'
import type { Instance } from '../../harness/instance.ts'
import { inDays, startAccepting } from '../../harness/posts.ts'

onEachDatabase((kind) => {
  let instance: Instance
  let team: Team
  before(async () => {
    instance = await startAccepting(kind)
    team = await newTeam(instance)
  })
  after(() => instance.stop())

  const countPosts = async () => (await team.editor.ask('GET', '/posts')).body.data.meta.total

  test('the draft of somebody who may not publish waits for approval with the wanted time, and nothing goes out', async () => {
    const scheduled_at = inDays(2)
    const posts = await countPosts()
    const draft = await waitingDraft(team, { scheduled_at })
    assert.equal(draft.revision, 1)
    const { requested_by, requested_at, ...approval } = draft.approval
    assert.deepEqual([requested_by.type, requested_by.name], ['key', team.authorName])
    assert.ok(Date.parse(requested_at) > 0)
    assert.deepEqual(approval, {
      scheduled_at,
      scheduled_timezone: null,
      outcome: null,
      decided_by: null,
      decided_at: null,
      note: null,
    })
    assert.equal(draft.submission, undefined)
    assert.equal(await countPosts(), posts)
    const last = (await draftEvents(team)).at(-1)
    assert.equal(last?.event, 'draft.submitted')
    assert.deepEqual(last?.data, {
      draft_id: draft.id,
      profile_id: team.editor.profileId,
      revision: 1,
      scheduled_at,
      requested_by,
      status: 'awaiting_approval',
    })
  })

  test('the draft of somebody who may publish waits, too, if they ask for an approval', async () => {
    const posts = await countPosts()
    const { id } = await saveDraft(team.editor, finished)
    const ask = () => askToSubmit(team.editor, id, { ask_for_approval: true })
    const first = await ask()
    assert.deepEqual([first.status, first.body.data.status], [200, 'awaiting_approval'], first.text)
    assert.deepEqual((await ask()).body.data, first.body.data)
    assert.equal((await askToSubmit(team.editor, id)).body.error.code, 'wrong_state')
    assert.equal(await countPosts(), posts)
    assert.equal((await approve(team, id)).body.data.status, 'submitted')
    assert.equal(await countPosts(), posts + 1)
  })

  test('a draft that could not be published does not wait: the author gets the findings', async () => {
    const { id } = await saveDraft(team.author, { ...finished, message: '' })
    const refused = await askToSubmit(team.author, id)
    assert.deepEqual([refused.status, refused.body.error.details[0].code], [422, 'required'])
    assert.equal((await readDraft(team.author, id)).status, 'draft')
  })

  test('the same submit again changes nothing, and another one is refused until an edit withdraws the draft', async () => {
    const { id, approval } = await waitingDraft(team)
    const events = (await draftEvents(team)).length
    const again = await askToSubmit(team.author, id)
    assert.deepEqual([again.status, again.body.data.approval], [200, approval])
    assert.equal((await draftEvents(team)).length, events)

    for (const who of [team.author, team.editor]) {
      const other = await askToSubmit(who, id, { scheduled_at: inDays(3) })
      assert.deepEqual([other.status, other.body.error.code], [409, 'wrong_state'])
      assert.equal(other.body.error.details[0].status, 'awaiting_approval')
    }
    assert.equal((await askToSubmit(team.editor, id)).status, 409)

    // Even an edit without a change: nobody approves a time that they did not see.
    const edited = (await askToEdit(team.author, id, {})).body.data
    assert.deepEqual([edited.status, edited.revision, edited.approval.outcome], ['draft', 2, 'withdrawn'])
    assert.equal((await approve(team, id, { expected_revision: 2 })).body.error.code, 'wrong_state')
    const anew = await askToSubmit(team.author, id, { expected_revision: 2, scheduled_at: inDays(3) })
    assert.deepEqual([anew.body.data.status, anew.body.data.approval.outcome], ['awaiting_approval', null])
  })

  test('the author’s repeated submit finds the post after the approval', async () => {
    const scheduled_at = inDays(4)
    const { id } = await waitingDraft(team, { scheduled_at })
    const approved = (await approve(team, id)).body.data
    const again = await askToSubmit(team.author, id, { scheduled_at })
    assert.deepEqual(again.body.data.submission, approved.submission)
  })

  test('drafts are listed by status', async () => {
    const fresh = await newTeam(instance)
    const plain = await saveDraft(fresh.author, finished)
    const waiting = await waitingDraft(fresh)
    const submitted = await waitingDraft(fresh)
    await approve(fresh, submitted.id, { scheduled_at: inDays(1) })
    const ids = async (query: string) => {
      const { data } = (await fresh.author.ask('GET', `/drafts${query}`)).body
      return [data.meta.total, ...data.drafts.map(({ id }: { id: string }) => id)]
    }
    assert.deepEqual(await ids('?status=draft'), [1, plain.id])
    assert.deepEqual(await ids('?status=awaiting_approval'), [1, waiting.id])
    assert.deepEqual(await ids('?status=submitted'), [1, submitted.id])
    assert.deepEqual(await ids(''), [2, waiting.id, plain.id])
  })
})
