import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  for (const [field, value] of [
    ['name', ''],
    ['name', '../..'],
    ['name', '\u200b'],
    ['name', 'a'.repeat(256)],
    ['alt_text', 'a'.repeat(5_001)],
    ['content_type', 'image/png'],
  ])
    test(`${field} ${JSON.stringify(value).slice(0, 20)} is refused`, async () => {
      const { ask } = await instance.newUser()
      const made = await ask('POST', '/upload', { body: { filename: 'a.png', contentType: 'image/png', size: 1_000 } })
      const { status, body } = await ask('PATCH', `/media/${made.body.id}`, { body: { [field ?? '']: value } })
      assert.deepEqual([status, body.error.code], [400, 'validation_failed'])
      assert.equal(body.error.details[0].path, field)
    })
})
