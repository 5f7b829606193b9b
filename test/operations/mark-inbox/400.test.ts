import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf, newPublisher, startAccepting } from '../../harness/posts.ts'

test('it must be clear which comments are meant', async (t) => {
  const instance = await startAccepting('sqlite')
  t.after(() => instance.stop())
  const { ask } = await newPublisher(instance)
  const until = new Date().toISOString()
  for (const body of [
    {},
    { ids: [] },
    { ids: [1], until },
    { ids: [1], platform: 'x' },
    { ids: [0] },
    { until: 'today' },
    { until, ids: undefined, read: 'yes' },
  ])
    assert.deepEqual(
      codesOf(await ask('POST', '/inbox/read', { body })).code,
      'validation_failed',
      JSON.stringify(body),
    )
})
