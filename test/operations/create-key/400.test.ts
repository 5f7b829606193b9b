import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

const name = 'deploy'

const wrongKeys: readonly (readonly [field: string, body: object])[] = [
  ['name', {}],
  ['name', { name: null }],
  ['name', { name: '   ' }],
  ['name', { name: 'n'.repeat(81) }],
  ['scopes', { name, scopes: [] }],
  ['scopes', { name, scopes: 'read' }],
  ['scopes', { name, scopes: ['read', 'read'] }],
  ['scopes.1', { name, scopes: ['read', 'root'] }],
  ['expires_at', { name, expires_at: '' }],
  ['expires_at', { name, expires_at: 1_900_000_000 }],
  ['expires_at', { name, expires_at: '2199-01-01' }],
  ['expires_at', { name, expires_at: '2199-01-01T00:00:00' }],
  ['expires_at', { name, expires_at: '2199-02-30T00:00:00Z' }],
  ['expires_at', { name, expires_at: '9999-12-31T23:59:59-23:59' }],
  ['expires_at', { name, expires_at: '0000-01-01T00:00:00+23:59' }],
  ['key', { name, key: 'pp_mine' }],
]

const wrongIds = ['0', '-1', '1.5', 'abc', '1e3', '99999999999999999999', '%20']

onEachInstance(startInstance, (instance) => {
  for (const [field, body] of wrongKeys)
    test(`${JSON.stringify(body).slice(0, 70)} is refused at ${field}, and no key is made`, async () => {
      const user = await instance.newUser()
      const reply = await instance.owner('POST', `/admin/users/${user.id}/keys`, { body })
      assert.equal(reply.status, 400)
      assert.equal(reply.body.error.code, 'validation_failed')
      assert.equal(reply.body.error.details[0].path, field)
      assert.equal((await user.ask('GET', '/usage')).body.data.keys.length, 1)
    })

  for (const id of wrongIds)
    test(`“${id}” is refused as a user ID`, async () => {
      const { status, body } = await instance.owner('POST', `/admin/users/${id}/keys`, { body: { name: 'a' } })
      assert.deepEqual([status, body.error.code], [400, 'invalid_id'])
    })
})
