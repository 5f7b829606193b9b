import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

const refused: readonly [what: string, body: object, path: string][] = [
  ['no posts', { action: 'delete', ids: [] }, 'ids'],
  ['more than 500 posts', { action: 'delete', ids: Array.from({ length: 501 }, (_, at) => at + 1) }, 'ids'],
  ['an ID that is no whole number', { action: 'delete', ids: [1, 'two'] }, 'ids.1'],
  ['an unknown action', { action: 'publish', ids: [1] }, 'action'],
  ['a move without a time', { action: 'move', ids: [1] }, 'shift'],
  [
    'a move with a shift and a time',
    { action: 'move', ids: [1], shift: { days: 1 }, scheduled_at: 'next_slot' },
    'shift',
  ],
  ['a shift in another action', { action: 'cancel', ids: [1], shift: { days: 1 } }, 'shift'],
  ['a shift of more than two years', { action: 'move', ids: [1], shift: { days: 732 } }, 'shift.days'],
]

onEachInstance(startInstance, (instance) => {
  for (const [what, body, path] of refused)
    test(`${what} is refused`, async () => {
      const user = await instance.newUser()
      const reply = await user.ask('POST', '/posts/bulk', { body })
      assert.deepEqual([reply.status, reply.body.error.details[0].path], [400, path], reply.text)
    })
})
