import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('given fields change, others stay, and the next request of the key has the new rights', async () => {
    const made = (await instance.owner('POST', '/keys', { body: { name: 'first' } })).body.data
    const change = (body: object) => instance.owner('PATCH', `/keys/${made.id}`, { body })
    const create = () => instance.owner('POST', '/post', { key: made.key, body: { message: 'a', platforms: ['x'] } })
    assert.notEqual((await create()).body.error.code, 'approval_required')

    const renamed = (await change({ name: 'second' })).body.data
    const { key, ...shown } = made
    assert.deepEqual({ ...renamed, last_used_at: null }, { ...shown, name: 'second' })

    assert.equal((await change({ policy: 'drafts' })).body.data.policy, 'drafts')
    assert.equal((await create()).body.error.code, 'approval_required')

    const ahead = (await change({ policy: 'ahead', minutes_ahead: 5 })).body.data
    assert.deepEqual([ahead.policy, ahead.minutes_ahead, ahead.name], ['ahead', 5, 'second'])

    assert.equal((await change({ policy: 'publish' })).body.data.unattended, true)
    assert.deepEqual((await change({ unattended: false })).body.data.policy, 'publish')
    assert.equal((await create()).body.error.code, 'approval_required')
    assert.equal((await change({ unattended: true })).body.data.unattended, true)
    assert.notEqual((await create()).body.error.code, 'approval_required')

    assert.equal((await change({ expires_at: '2020-01-01T00:00:00Z' })).status, 200)
    assert.equal((await create()).status, 401)
    assert.equal((await change({ expires_at: null, policy: 'publish' })).body.data.minutes_ahead, null)
    assert.notEqual((await create()).status, 401)
  })
})
