import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind)
  })
  after(() => instance.stop())

  test('a user has at most 1,000 dates', async () => {
    const { ask, id } = await instance.newUser()
    const day = '2026-12-04'
    const rows = Array.from({ length: 999 }, (_, at) => ({
      ...{ user_id: id, name: `No. ${at}`, first_day: day, last_day: day, created_at: 1 },
    }))
    await withDatabase(instance.data, (db) => db.insertInto('dates').values(rows).execute())
    const add = () => ask('POST', '/dates', { body: { name: 'One more', from: day } })
    const last = await add()
    assert.equal(last.status, 200)
    const { status, body } = await add()
    assert.deepEqual([status, body.error.code, body.error.details[0].limit], [403, 'limit_reached', 1_000])
    await ask('DELETE', `/dates/${last.body.data.id}`)
    assert.equal((await add()).status, 200)
  })
})
