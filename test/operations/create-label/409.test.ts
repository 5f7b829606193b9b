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
