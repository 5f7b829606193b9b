import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind)
  })
  after(() => instance.stop())

  for (const [plan, path] of [
    [{ planned_at: 'tomorrow' }, 'planned_at'],
    [{ planned_at: 'next_slot' }, 'planned_at'],
    [{ planned_at: '2026-02-30T09:00:00Z' }, 'planned_at'],
    [{ planned_at: '2026-12-04T09:00' }, 'planned_timezone'],
    [{ planned_at: '2026-12-04T09:00', planned_timezone: 'Mars' }, 'planned_timezone'],
    [{ planned_timezone: 'Europe/Warsaw' }, 'planned_at'],
  ] as const)
    test(`${JSON.stringify(plan)} is refused, and nothing is stored`, async () => {
      const { ask } = await instance.newUser()
      const { status, body } = await ask('POST', '/drafts', { body: plan })
      assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'validation_failed', path])
      assert.equal((await ask('GET', '/drafts')).body.data.meta.total, 0)
    })
})
