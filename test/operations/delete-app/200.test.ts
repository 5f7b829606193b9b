import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachOwnInstance(startInstance, (instance) => {
  test('a deleted app is gone at once; the app of another login stays', async () => {
    await instance.owner('PUT', '/apps/linkedin', { body: { client_id: 'member' } })
    await instance.owner('PUT', '/apps/linkedin', { body: { client_id: 'page', login: 'page' } })
    const { status, body } = await instance.owner('DELETE', '/apps/linkedin?login=page')
    assert.equal(status, 200)
    assert.deepEqual(
      body.data.logins.map(({ client_id }: { client_id: string | null }) => client_id),
      ['member', null],
    )
    const again = await instance.owner('DELETE', '/apps/linkedin?login=page')
    assert.deepEqual([again.status, again.body.error.code], [404, 'not_found'])
    const connect = await instance.owner('POST', '/connect', { body: { platform: 'linkedin', login: 'page' } })
    assert.equal(connect.body.error.details[0].code, 'not_configured')
  })
})
