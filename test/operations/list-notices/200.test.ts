import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Insertable, Kysely, Updateable } from 'kysely'
import type { Tables } from '../../../src/store/tables.ts'
import { newTeam, waitingDraft } from '../../harness/approvals.ts'
import { newCommentedJob } from '../../harness/commented-job.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'
import { insertAutoReply, withDatabase } from '../../harness/rows.ts'
import { createWebhook, disabled, setWebhook } from '../../harness/webhooks.ts'

const day = 86_400_000

interface Notice {
  readonly id: string
  readonly type: string
  readonly since: string | null
  readonly until: string | null
  readonly profile_id: string | null
  readonly platforms: readonly string[]
  readonly title: string
  readonly resource_id: string | null
}

onEachInstance(startAccepting, (instance) => {
  const read = async ({ ask }: Pick<User, 'ask'>): Promise<{ total: number; notices: readonly Notice[] }> => {
    const { status, body, text } = await ask('GET', '/notices')
    assert.equal(status, 200, text)
    return body.data
  }
  const change = (work: (db: Kysely<Tables>) => Promise<unknown>) => withDatabase(instance.data, work)
  const setJob = (id: number, values: Partial<Insertable<Tables['jobs']>>) =>
    change((db) => db.updateTable('jobs').set(values).where('id', '=', id).execute())

  test('a post in doubt, one to finish in the app, and one that failed are each listed once, and are gone with their cause', async () => {
    const user = await newCommentedJob(instance)
    const { jobId } = user
    const types = async () => (await read(user)).notices.map(({ type }) => type)
    assert.deepEqual(await types(), [])

    const doubt = { code: 'outcome_unknown', message: 'The connection broke.', lookAt: [] }
    await setJob(jobId, { status: 'action_required', action: JSON.stringify(doubt) })
    const [unknown] = (await read(user)).notices
    const post = (await user.ask('GET', `/posts/${jobId}`)).body.data
    assert.deepEqual(unknown, {
      id: `post_unknown_${jobId}`,
      type: 'post_unknown',
      since: unknown?.since,
      until: null,
      profile_id: user.profileId,
      platforms: [post.jobs[0].platform],
      title: post.message,
      resource_id: String(post.id),
    })

    const resolveBy = Date.now() + day
    const finish = { code: 'finish_in_app', message: 'Finish it in the app.', resolveBy }
    await setJob(jobId, { action: JSON.stringify(finish) })
    const [unfinished] = (await read(user)).notices
    assert.deepEqual([unfinished?.type, unfinished?.until], ['post_unfinished', new Date(resolveBy).toISOString()])

    await setJob(jobId, { status: 'failed', action: null, finished_at: Date.now() })
    assert.deepEqual(await types(), ['post_failed'])
    await setJob(jobId, { finished_at: Date.now() - 4 * day })
    assert.deepEqual(await types(), [], 'after three days nobody mends it')
    await setJob(jobId, { finished_at: Date.now() })
    const retried = await user.ask('POST', `/posts/${post.id}/retry`)
    assert.equal(retried.status, 200, retried.text)
    assert.deepEqual(await types(), [])
  })

  test('an auto-reply that waits leads to its comment in the inbox', async () => {
    const user = await newCommentedJob(instance)
    const entry = await user.comment({ comment_id: 'c-1' })
    const place = { profileId: user.profileId, jobId: user.jobId }
    await insertAutoReply(instance.data, { ...place, comment_id: 'c-1', comment_message: 'Do you ship?\nSoon?' })
    await insertAutoReply(instance.data, { ...place, comment_id: 'c-2' })
    const { notices, total } = await read(user)
    assert.equal(total, 2)
    assert.deepEqual(
      notices.map(({ type, resource_id }) => [type, resource_id]).toSorted(),
      [
        ['reply_waiting', null],
        ['reply_waiting', String(entry)],
      ].toSorted(),
    )
    assert.ok(notices.every(({ title }) => title === 'Do you ship?'))
  })

  test('a draft waits only for somebody who may approve it, and no other user sees it', async () => {
    const team = await newTeam(instance)
    const draft = await waitingDraft(team)
    const { notices } = await read(team.editor)
    assert.deepEqual(
      notices.map(({ type, resource_id, platforms, title }) => ({ type, resource_id, platforms, title })),
      [{ type: 'draft_waiting', resource_id: draft.id, platforms: ['x', 'bluesky'], title: 'We are live.' }],
    )
    assert.equal((await read(await instance.newUser())).total, 0)
    await team.editor.ask('POST', `/drafts/${draft.id}/approve`, { body: { expected_revision: draft.revision } })
    assert.equal((await read(team.editor)).total, 0)
  })

  test('accounts that need a new sign-in, that can’t publish and whose sign-in ends soon are named with the time that is left', async () => {
    const user = await newCommentedJob(instance)
    const platforms: string[] = [(await user.ask('GET', `/posts/${user.jobId}`)).body.data.jobs[0].platform]
    const setAccount = (values: Partial<Insertable<Tables['accounts']>>) =>
      change((db) =>
        db
          .updateTable('accounts')
          .set(values)
          .where('profile_id', '=', user.profileId)
          .where('platform', '=', platforms[0] ?? '')
          .execute(),
      )
    const found = async () =>
      (await read(user)).notices.map(({ type, until, platforms }) => ({ type, until, platforms }))

    const ends = Date.now() + 13 * day
    await setAccount({ expires_at: ends + 3 * day, data_access_ends_at: null })
    assert.deepEqual(await found(), [])
    await setAccount({ data_access_ends_at: ends })
    assert.deepEqual(await found(), [{ type: 'account_ending', until: new Date(ends).toISOString(), platforms }])
    await setAccount({ status: 'needs_reconnect' })
    assert.deepEqual(await found(), [{ type: 'account_reconnect', until: null, platforms }])
  })

  test('a key that deletes more than five posts within an hour is named, until enough of them are back', async () => {
    const user = await newPublisher(instance)
    const ids: number[] = []
    for (let count = 0; count < 6; count += 1) ids.push((await schedulePost(user)).id)
    const remove = (id: number) => user.ask('DELETE', `/posts/${id}`)
    const begun = Date.now()
    for (const id of ids.slice(1)) await remove(id)
    assert.equal((await read(user)).total, 0)
    await remove(ids[0] ?? 0)
    const { total, notices } = await read(user)
    assert.equal(total, 1)
    const { type, title, resource_id, profile_id } = notices[0] ?? {}
    assert.deepEqual(
      [type, title, resource_id, profile_id],
      ['posts_deleted', 'test', String(user.keyId), user.profileId],
    )

    const setDeletion = (id: number, columns: Updateable<Tables['posts']>) =>
      change((db) => db.updateTable('posts').set(columns).where('id', '=', id).execute())
    const anHour = 3_600_000
    await setDeletion(ids[1] ?? 0, { deleted_at: begun - anHour - 1_000 })
    assert.equal((await read(user)).total, 0, 'not within an hour')
    await setDeletion(ids[1] ?? 0, { deleted_at: Date.now() })
    assert.equal((await read(user)).total, 1)
    const person = JSON.stringify({ type: 'person', id: 1, name: 'Ana' })
    await setDeletion(ids[2] ?? 0, { deleted_by: person })
    assert.equal((await read(user)).total, 0, 'a person may')
    await setDeletion(ids[2] ?? 0, { deleted_by: JSON.stringify({ type: 'key', id: user.keyId, name: 'test' }) })
    assert.equal((await read(user)).total, 1)
    const back = await user.ask('POST', `/posts/${ids[3]}/restore`)
    assert.equal(back.status, 200, back.text)
    assert.equal((await read(user)).total, 0)
  })

  test('webhooks that fail or are disabled are listed with their URL; those that receive are not', async () => {
    const user = await instance.newUser()
    const [fine, failing, off] = [await createWebhook(user), await createWebhook(user), await createWebhook(user)]
    await setWebhook(instance.data, failing, { failing_since: Date.now() })
    await setWebhook(instance.data, off, disabled())
    const { notices } = await read(user)
    const found = new Map(notices.map(({ type, resource_id }) => [resource_id, type]))
    assert.deepEqual(found.get(String(fine)), undefined)
    assert.deepEqual(found.get(String(failing)), 'webhook_failing')
    assert.deepEqual(found.get(String(off)), 'webhook_disabled')
    await user.ask('POST', `/webhooks/${off}/enable`)
    assert.equal((await read(user)).total, 1)
  })
})
