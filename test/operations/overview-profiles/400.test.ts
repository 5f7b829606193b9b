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

  const many = Array.from({ length: 61 }, (_, at) => `profile${at}`).join(',')
  for (const [query, path] of [
    ['per_page=101', 'per_page'],
    ['page=0', 'page'],
    ['search=', 'search'],
    ['ids=', 'ids'],
    ['ids=a', 'ids'],
    [`ids=${many}`, 'ids'],
  ] as const)
    test(`${query.slice(0, 40)} is refused with the name of the parameter`, async () => {
      const { status, body } = await (await instance.newUser()).ask('GET', `/profiles/overview?${query}`)
      assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'validation_failed', path])
    })
})
