import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  for (const [field, value] of [
    ['name', ''],
    ['name', '  '],
    ['name', 'a,b'],
    ['name', 'a\u202eb'],
    ['name', 'a'.repeat(51)],
    ['color', 'red'],
    ['color', '#FFF'],
  ] as const)
    test(`${field} ${JSON.stringify(value).slice(0, 20)} is refused`, async () => {
      const { ask } = await instance.newUser()
      const { status, body } = await ask('POST', '/labels', { body: { name: 'label', [field]: value } })
      assert.deepEqual([status, body.error.details[0].path], [400, field])
    })
})
