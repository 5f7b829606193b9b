import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { metrics } from '../../src/store/migrations/0009-metrics.ts'
import { onEachDatabase } from '../harness/database.ts'
import { createPost, jobIn, newPublisher, setJob, startAccepting } from '../harness/posts.ts'
import { withDatabase } from '../harness/rows.ts'

const own = ['audience_counts', 'metric_reads', 'measured_posts', 'measured_accounts']

onEachDatabase((kind) => {
  test('accounts and posts from before the metrics migration are read after it', async (t) => {
    const instance = await startAccepting(kind)
    t.after(() => instance.stop())
    const user = await newPublisher(instance)
    const [known = 0, waiting = 0] = (await createPost(user)).jobIds
    const [unknown = 0] = (await createPost(user, { platforms: ['x'] })).jobIds
    await setJob(instance.data, known, jobIn.completed('123'))
    await setJob(instance.data, unknown, { ...jobIn.completed(), platform_post_id: null })
    await withDatabase(instance.data, async (kysely) => {
      for (const table of own) await sql.raw(`drop table ${table}`).execute(kysely)
      await kysely.transaction().execute((tx) => metrics(tx, kind))
      const accounts = await kysely.selectFrom('measured_accounts').selectAll().orderBy('platform').execute()
      assert.deepEqual(
        accounts.map(({ profile_id, platform, due_at }) => [profile_id, platform, due_at !== null]),
        ['bluesky', 'x'].map((platform) => [user.profileId, platform, true]),
      )
      const posts = await kysely.selectFrom('measured_posts').selectAll().orderBy('job_id').execute()
      assert.deepEqual(
        posts.map(({ job_id, account_id, due_at }) => [job_id, account_id, due_at !== null]),
        [
          [known, accounts[1]?.id, true],
          [unknown, accounts[1]?.id, false],
        ],
      )
      assert.ok(posts.every(({ job_id }) => job_id !== waiting))
    })
  })
})
