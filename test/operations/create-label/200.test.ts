import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('a label is listed as it was made, with or without a color', async () => {
    const { ask } = await instance.newUser()
    const made = []
    for (const body of [{ name: 'b', color: '#00ff7f' }, { name: 'a', color: null }, { name: 'c' }])
      made.push((await ask('POST', '/labels', { body })).body.data)
    const [b, a, c] = made
    assert.deepEqual([b.color, a.color, c.color], ['#00ff7f', null, null])
    assert.deepEqual((await ask('GET', '/labels')).body.data.labels, [a, b, c])
  })
})
