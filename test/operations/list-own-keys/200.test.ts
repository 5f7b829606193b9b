import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Instance, startInstance } from '../../harness/instance.ts'

let instance: Instance
before(async () => {
  instance = await startInstance('sqlite')
})
after(() => instance.stop())

test('only the keys of the caller’s user are listed, without their secrets', async () => {
  const ana = await instance.newUser(4, ['admin'])
  await instance.newUser()
  const made = (await ana.ask('POST', '/keys', { body: { name: 'second' } })).body.data
  const { body, text } = await ana.ask('GET', '/keys')
  assert.deepEqual(
    body.data.keys.map(({ id, name }: { id: number; name: string }) => [id, name]),
    [
      [ana.keyId, 'test'],
      [made.id, 'second'],
    ],
  )
  for (const key of [ana.key, made.key]) assert.ok(!text.includes(key.slice(10)))
})
