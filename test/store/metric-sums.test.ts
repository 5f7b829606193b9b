import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sumsQuery } from '../../src/store/analytics/metric-sums.ts'
import { databaseKinds } from '../harness/database.ts'
import { startAccepting } from '../harness/posts.ts'
import { openInstanceData } from '../harness/rows.ts'

const tables = ['posts', 'measured_posts', 'measured_accounts', 'metric_reads', 'post_labels', 'labels']

for (const kind of databaseKinds)
  for (const profileId of ['someProfile', null])
    test(`sums of some days of ${profileId ?? 'all profiles'} read no table as a whole, on ${kind}`, async (t) => {
      const instance = await startAccepting(kind)
      t.after(() => instance.stop())
      const database = openInstanceData(instance.data)
      t.after(database.close)
      const clocks = [{ before: null, ahead: 3_600_000 }]
      const scope = { userId: 1, profileIds: profileId === null ? null : [profileId] }
      const query = sumsQuery(database.read, { scope, from: 1_000, to: 9_000, since: 5_000, clocks })
      const index = profileId === null ? 'posts_in_time_of_user' : 'posts_in_time_of_profile'
      if (kind === 'sqlite') {
        const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(database.kysely)
        const plan = rows.map(({ detail }) => detail)
        assert.ok(
          plan.some((line) => line.startsWith('SEARCH posts ') && line.includes(index)),
          plan.join('\n'),
        )
        assert.deepEqual(
          plan.filter((line) => tables.some((table) => line.startsWith(`SCAN ${table}`))),
          [],
        )
        return
      }
      const plan = await database.step(async (tx) => {
        // On an empty table nothing is quicker than reading it as a whole.
        await sql`set local enable_seqscan = off`.execute(tx)
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx)
        return rows.map((row) => row['QUERY PLAN'])
      })
      const text = plan.join('\n')
      // Both indexes are of the time; on an empty table neither is cheaper.
      assert.ok(text.includes('posts_in_time_of_'), text)
      assert.deepEqual(
        plan.filter((line) => line.includes('Seq Scan')),
        [],
      )
    })
