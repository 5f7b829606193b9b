import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { makeInstanceData } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { startInstance } from '../../harness/instance.ts'
import { createPost } from '../../harness/posts.ts'
import { startSimulated } from '../../harness/simulated.ts'

test('two instances share one database, each in its own schema: each publishes its own posts, and neither sees the other', async () => {
  const instanceData = await makeInstanceData('postgres')
  const simulated = await startSimulated()
  const open = (schema: string) =>
    startInstance('postgres', {
      data: {
        ...instanceData,
        env: {
          ...instanceData.env,
          ...simulated.env,
          DATABASE_SCHEMA: schema,
          POLYPOST_DATA_DIR: join(instanceData.directory, schema),
        },
      },
    })
  const [one, two] = [await open('one'), await open('two')]
  try {
    for (const [instance, name] of [
      [one, 'ana'],
      [two, 'ben'],
    ] as const) {
      await simulated.connect(instance.owner, 'bluesky', name)
      await createPost({ ask: instance.owner }, { message: `From ${name}.`, platforms: ['bluesky'] })
    }
    await eventually('both are published', async () => (await simulated.posts('bluesky')).length === 2)
    for (const { owner } of [one, two]) {
      const { body } = await owner('GET', '/posts')
      assert.equal(body.data.posts.length, 1)
    }
    const client = new pg.Client({ connectionString: instanceData.env.DATABASE_URL })
    await client.connect()
    const { rows } = await client.query(
      `select schemaname, count(*)::int as count from pg_tables where tablename in ('jobs', 'migrations') group by 1 order by 1`,
    )
    await client.end()
    assert.deepEqual(rows, [
      { schemaname: 'one', count: 2 },
      { schemaname: 'two', count: 2 },
    ])
  } finally {
    await one.stop()
    await two.stop()
    await simulated.stop()
    await instanceData.remove()
  }
})
