import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('of many labels with one name in any case, made at the same time, one is made', async () => {
    const { ask } = await instance.newUser()
    const replies = await Promise.all(
      ['Launch', 'launch', 'LAUNCH', 'ｌaunch'].map((name) => ask('POST', '/labels', { body: { name } })),
    )
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409, 409, 409])
    for (const { status, body } of replies) if (status === 409) assert.equal(body.error.code, 'name_taken')
    assert.equal((await ask('GET', '/labels')).body.data.labels.length, 1)
  })
})
