import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import type { Transaction } from '../../src/store/engine/database.ts'
import { listDeletingKeys } from '../../src/store/notices.ts'
import { listPosts } from '../../src/store/posts/post-list.ts'
import { onEachDatabase } from '../harness/database.ts'
import { newPublisher, schedulePost, startAccepting } from '../harness/posts.ts'
import { openInstanceData } from '../harness/rows.ts'
import { rowsRead } from '../harness/rows-read.ts'

onEachDatabase((kind) => {
  for (const owner of ['user', 'profile'] as const)
    test(`a page of the deleted posts of a ${owner} reads no other posts, and sorts nothing`, async (t) => {
      const instance = await startAccepting(kind)
      t.after(() => instance.stop())
      const user = await newPublisher(instance)
      for (let count = 0; count < 8; count += 1) {
        const { id } = await schedulePost(user)
        if (count > 2) await user.ask('DELETE', `/posts/${id}`)
      }
      const database = openInstanceData(instance.data)
      t.after(database.close)
      const all = { userId: user.id, profileIds: null }
      const scope = owner === 'user' ? all : { ...all, profileIds: [user.profileId] }
      const posts = { scope, filters: { deleted: true, now: Date.now() } }
      const after = { time: Date.now(), id: Number.MAX_SAFE_INTEGER }
      const page = (tx: Transaction) => listPosts(tx, posts, { by: 'deletion', descending: true }, { limit: 2, after })
      const keys = (tx: Transaction) => listDeletingKeys(tx, { scope: all, since: 0, limit: 1 })
      if (kind === 'postgres') {
        const read = await database.step(async (tx) => {
          // Of a few rows, nothing is quicker than reading all.
          await sql`set local enable_seqscan = off`.execute(tx)
          return [await rowsRead(tx, 'posts', () => page(tx)), await rowsRead(tx, 'posts', () => keys(tx))]
        })
        assert.deepEqual(read, [2, 5])
        return
      }
      const [plan, planOfKeys] = await database.step(async (tx) => [await planOf(tx, page), await planOf(tx, keys)])
      assert.match(plan ?? '', new RegExp(`^SEARCH posts USING INDEX posts_deleted_of_${owner}`))
      assert.doesNotMatch(plan ?? '', /FOR ORDER BY$/m)
      assert.match(planOfKeys ?? '', /SEARCH posts USING INDEX posts_deleted_of_user/)
    })
})

/** How SQLite finds the rows. */
async function planOf(tx: Transaction, work: (tx: Transaction) => Promise<unknown>): Promise<string> {
  const lines: string[] = []
  const queries: CompiledQuery[] = []
  await work(
    tx.withPlugin({
      transformQuery: ({ node, queryId }) => {
        queries.push(tx.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }) as Transaction, // It is the same transaction.
  )
  for (const query of queries) {
    const explain = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters])
    const { rows } = await tx.executeQuery<{ detail: string }>(explain)
    lines.push(...rows.map(({ detail }) => detail))
  }
  return lines.join('\n')
}
