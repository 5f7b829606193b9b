import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { approve, draftEvents, newTeam, type Team, waitingDraft } from '../../harness/approvals.ts'
import { onEachDatabase } from '../../harness/database.ts'
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

  const postOf = async (draft: { submission: { post_id: number } }) =>
    (await team.editor.ask('GET', `/posts/${draft.submission.post_id}`)).body.data

  test('an approved draft becomes a post of its author at the wanted time, with the author’s callback', async () => {
    const scheduled_at = inDays(2)
    const asked = { scheduled_at, webhook_url: 'https://author.example/done' }
    const { id, approval } = await waitingDraft(team, asked)
    const { status, body } = await approve(team, id)
    assert.equal(status, 200)
    const draft = body.data
    assert.equal(draft.status, 'submitted')
    assert.equal(draft.approval.outcome, 'approved')
    assert.deepEqual(draft.approval.decided_by, { type: 'key', id: team.editor.keyId, name: 'test' })
    const post = await postOf(draft)
    assert.deepEqual([post.scheduled_at, post.webhook_url], [scheduled_at, asked.webhook_url])
    assert.deepEqual(post.created_by, approval.requested_by)
    const last = (await draftEvents(team)).at(-1)
    assert.deepEqual([last?.event, last?.data.post_id, last?.data.status], ['draft.approved', post.id, 'submitted'])
  })

  test('an editor chooses another time, or now', async () => {
    const first = await waitingDraft(team, { scheduled_at: inDays(2) })
    const scheduled_at = inDays(5)
    assert.equal((await postOf((await approve(team, first.id, { scheduled_at })).body.data)).scheduled_at, scheduled_at)
    const second = await waitingDraft(team, { scheduled_at: inDays(2) })
    assert.equal((await postOf((await approve(team, second.id, { now: true })).body.data)).scheduled_at, null)
  })

  test('a draft without a wanted time is published when it is approved', async () => {
    const { id } = await waitingDraft(team)
    const post = await postOf((await approve(team, id)).body.data)
    assert.deepEqual([post.scheduled_at, post.status], [null, 'queued'])
  })

  test('a repeat with the same Idempotency-Key returns the same post', async () => {
    const { id } = await waitingDraft(team)
    const ask = () =>
      team.editor.ask('POST', `/drafts/${id}/approve`, {
        body: { expected_revision: 1 },
        headers: { 'idempotency-key': `approve-${id}` },
      })
    const [first, second] = [await ask(), await ask()]
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(second.body, first.body)
  })

  test('when several editors decide at once, exactly one decision counts and at most one post exists', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await waitingDraft(team, { scheduled_at: inDays(3) })
      const before = (await team.editor.ask('GET', '/posts')).body.data.meta.total
      const decide = (what: string) =>
        team.editor.ask('POST', `/drafts/${id}/${what}`, { body: { expected_revision: 1 } })
      const replies = await Promise.all(['approve', 'return', 'approve', 'return', 'approve'].map(decide))
      assert.equal(replies.filter(({ status }) => status === 200).length, 1)
      for (const { status } of replies) assert.ok([200, 409].includes(status), `${status}`)
      const draft = (await team.editor.ask('GET', `/drafts/${id}`)).body.data
      const after = (await team.editor.ask('GET', '/posts')).body.data.meta.total
      assert.equal(after - before, draft.status === 'submitted' ? 1 : 0)
    }
  })
})
