import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { makeInstanceData } from '../../harness/database.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance, type User } from '../../harness/instance.ts'

interface Key {
  readonly name: string
  readonly scopes: readonly string[]
}

onEachInstance(startInstance, (instance, kind) => {
  test('a user’s keys are listed in the order they were made, and those of other users are not', async () => {
    const ana = await instance.newUser()
    await instance.newUser()
    for (const name of ['zebra', 'ant'])
      await instance.owner('POST', `/admin/users/${ana.id}/keys`, { body: { name, scopes: ['read'] } })
    const { status, body } = await instance.owner('GET', `/admin/users/${ana.id}/keys`)
    assert.equal(status, 200)
    const keys: Key[] = body.data.keys
    assert.deepEqual(
      keys.map(({ name, scopes }) => [name, scopes]),
      [
        ['test', ['read', 'write']],
        ['zebra', ['read']],
        ['ant', ['read']],
      ],
    )
  })

  test('a key is shown by its first ten characters, without its secret or its hash', async () => {
    const user = await instance.newUser()
    const { body, text } = await instance.owner('GET', `/admin/users/${user.id}/keys`)
    const [{ id, prefix, ...key }] = body.data.keys
    assert.deepEqual([id, prefix], [user.keyId, user.key.slice(0, 10)])
    const fields =
      'application created_at created_by expires_at last_used_at minutes_ahead name person policy revoked_at scopes unattended'
    assert.equal(Object.keys(key).sort().join(' '), fields)
    for (const secret of [user.key.slice(10), createHash('sha256').update(user.key).digest('hex')])
      assert.ok(!text.includes(secret))
  })

  test('last_used_at is the last use to the minute, and null for a key that was never used', async () => {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    try {
      const first = await startInstance(kind, { data: instanceData })
      const [used, unused] = [await first.newUser(), await first.newUser()]
      const earliest = Date.now()
      await used.ask('GET', '/profiles')
      await first.stop()
      const latest = Date.now()

      const second = await startInstance(kind, { data: instanceData })
      const lastUse = async ({ id }: User) =>
        (await second.owner('GET', `/admin/users/${id}/keys`)).body.data.keys[0].last_used_at
      const [at, never] = [await lastUse(used), await lastUse(unused)]
      await second.stop()
      assert.equal(never, null)
      assert.match(at, /:00\.000Z$/)
      const minute = 60_000
      assert.ok(Date.parse(at) > earliest - minute && Date.parse(at) <= latest)
    } finally {
      await instanceData.remove()
    }
  })
})
