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

  for (const [path, changes] of [
    ['to', { to: '2026-12-03' }],
    ['from', { from: '2026-12-07' }],
    ['to', { from: '2027-01-02', to: '2027-01-01' }],
    ['name', { name: '' }],
  ] as const)
    test(`${JSON.stringify(changes)} is refused, and the date stays as it is`, async () => {
      const { ask } = await instance.newUser()
      const made = (await ask('POST', '/dates', { body: { name: 'Fair', from: '2026-12-04', to: '2026-12-06' } })).body
      const { status, body } = await ask('PATCH', `/dates/${made.data.id}`, { body: changes })
      assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'validation_failed', path])
      assert.deepEqual((await ask('GET', '/dates')).body.data.dates, [made.data])
    })
})
