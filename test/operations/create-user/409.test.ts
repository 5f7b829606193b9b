import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachOwnInstance(startInstance, (instance) => {
  test('an email of another user is refused as taken, in any case', async () => {
    await instance.owner('POST', '/admin/users', { body: { email: 'ana@acme.example' } })
    for (const email of ['ana@acme.example', 'ANA@Acme.EXAMPLE']) {
      const { status, body } = await instance.owner('POST', '/admin/users', { body: { email, plan_id: 4 } })
      assert.equal(status, 409)
      assert.equal(body.error.code, 'name_taken')
    }
    const { users, meta } = (await instance.owner('GET', '/admin/users')).body.data
    assert.equal(meta.total, 2)
    assert.equal(users[1].plan_id, 1)
  })

  test('when many requests use one email at once, exactly one creates a user', async () => {
    const emails = ['rush@a.example', 'Rush@a.example', 'RUSH@a.example', 'rush@A.example', 'rUsh@a.example']
    const replies = await Promise.all(
      emails.map((email) => instance.owner('POST', '/admin/users', { body: { email } })),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
  })
})
