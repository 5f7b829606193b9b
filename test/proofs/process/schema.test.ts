import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { withDatabase } from '../../harness/rows.ts'
import { setStage } from '../../harness/stage.ts'

const scale = '30'
const future = '9999-from-the-future'

onEachDatabase((kind) => {
  test('a command does not migrate: it says what to do about a database of an older version', async (t) => {
    const stage = await setStage(t, kind)
    assert.equal((await stage.run(['users', 'list'])).code, 0, 'an empty database belongs to no service')

    // As if this version had brought the migration.
    await withDatabase(stage.data, (db) => db.deleteFrom('migrations').where('name', 'like', '0015%').execute())
    const older = await stage.run(['users', 'list'])
    assert.equal(older.code, 1)
    assert.match(older.output, /written by an older Polypost \(it lacks 0015-versions\)\. .*polypost migrate/)
  })

  test('a database that a newer version has migrated is used beside it: by commands, by running services, and by those that start', async (t) => {
    const stage = await setStage(t, kind)
    const running = await stage.start('start', { POLYPOST_TIME_SCALE: scale })
    await withDatabase(stage.data, (db) =>
      db.insertInto('migrations').values({ name: future, applied_at: 1, older_work: 1 }).execute(),
    )
    await eventually('it says so', () => running.output().includes(future))
    assert.equal((await stage.run(['users', 'list'])).code, 0)
    assert.equal(await running.end('SIGTERM'), 0)
    const again = await stage.start()
    await eventually('it says so', () => again.output().includes(future))
  })

  test('a service that cannot work beside the newer version stops in order, with a sentence and the exit code 1', async (t) => {
    const stage = await setStage(t, kind)
    const running = await stage.start('start', { POLYPOST_TIME_SCALE: scale })
    await withDatabase(stage.data, (db) =>
      db.insertInto('migrations').values({ name: future, applied_at: 1, older_work: 0 }).execute(),
    )
    assert.equal(await running.ended, 1)
    assert.match(running.output(), /^polypost: The database was written by a newer Polypost that this version cannot/m)
  })
})
