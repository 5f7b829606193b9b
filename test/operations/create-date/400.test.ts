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

  const valid = { name: 'Fair', from: '2026-12-04', to: '2026-12-06' }
  for (const [field, value] of [
    ['name', ''],
    ['name', '   '],
    ['name', 'a'.repeat(61)],
    ['from', '2026-02-30'],
    ['from', '1999-12-31'],
    ['from', '2026-12-04T09:00:00Z'],
    ['to', '2026-12-03'],
    ['to', '2100-01-01'],
    ['to', null],
  ] as const)
    test(`${field}: ${JSON.stringify(value).slice(0, 30)} is refused, and nothing is stored`, async () => {
      const { ask } = await instance.newUser()
      const { status, body } = await ask('POST', '/dates', { body: { ...valid, [field]: value } })
      assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'validation_failed', field])
      assert.deepEqual((await ask('GET', '/dates')).body.data.dates, [])
    })
})
