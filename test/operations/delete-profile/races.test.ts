import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { askDuring } from '../../harness/ask-during.ts'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance } from '../../harness/instance.ts'
import { connectOnce, createPost, jobIn, newPublisher, setJob, startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

  async function newProfile() {
    const user = await newPublisher(instance)
    const { body } = await user.ask('POST', '/profiles', { body: { name: 'Second' } })
    const id: string = body.data.profile_id
    await connectOnce(instance, id, ['x'])
    return { user, id }
  }

  test('a profile is deleted with a draft that is being stored in it', async () => {
    const { user, id } = await newProfile()
    const [draft, deletion] = await askDuring(
      instance.place,
      (tx) =>
        kind === 'postgres'
          ? sql`lock table drafts in share mode`.execute(tx)
          : tx.updateTable('drafts').set({ revision: 1 }).execute(),
      () => user.ask('POST', '/drafts', { body: { profile_id: id } }),
      () => user.ask('DELETE', `/profiles/${id}`),
    )
    assert.deepEqual([draft.status, deletion.status], [200, 200], draft.text + deletion.text)
    assert.equal((await user.ask('GET', `/drafts/${draft.body.data.id}`)).status, 404)
  })

  test('a profile in which a post is being tried again is not deleted', async () => {
    const { user, id } = await newProfile()
    const post = await createPost(user, { platforms: ['x'], profile_id: id })
    const [jobId = 0] = post.jobIds
    await setJob(instance.place, jobId, jobIn.failed(), 'failed')
    const step = { job_id: jobId, position: 0, status: 'failed', tries: 1, started_at: 1 }
    await withDatabase(instance.place, (db) => db.insertInto('steps').values(step).execute())
    const [retry, deletion] = await askDuring(
      instance.place,
      // The retry deletes the steps, after it has locked the profile.
      (tx) => tx.updateTable('steps').set({ tries: 2 }).where('job_id', '=', jobId).execute(),
      () => user.ask('POST', `/posts/${post.id}/retry`),
      () => user.ask('DELETE', `/profiles/${id}`),
    )
    assert.equal(retry.status, 200, retry.text)
    assert.deepEqual([deletion.status, deletion.body.error?.code], [409, 'profile_in_use'])
  })
})
