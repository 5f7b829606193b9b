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

  for (const [query, path] of [
    ['from=tomorrow', 'from'],
    ['from=2026-12-02&to=2026-12-01', 'to'],
    ['to=2100-01-01', 'to'],
  ] as const)
    test(`${query} is refused with the name of the parameter`, async () => {
      const { status, body } = await (await instance.newUser()).ask('GET', `/dates?${query}`)
      assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'validation_failed', path])
    })
})
