import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

const sameNames: readonly (readonly [how: string, first: string, second: string])[] = [
  ['letter for letter', 'Acme', 'Acme'],
  ['but for case', 'Acme Poland', 'aCME pOLAND'],
  ['but for case beyond ASCII', 'ŁÓDŹ ΟΔΟΣ', 'łódź οδος'],
  ['but for how accents are composed', 'Caf\u00e9', 'Cafe\u0301'],
  ['but for full-width letters', 'Shop 1', '\uff33\uff48\uff4f\uff50\u3000\uff11'],
  ['but for spaces around', 'Studio', '  Studio\n'],
]

onEachInstance(startInstance, (instance) => {
  for (const [how, first, second] of sameNames)
    test(`a name that another profile has, the same ${how}, is refused as taken`, async () => {
      const user = await instance.newUser()
      assert.equal((await user.ask('POST', '/profiles', { body: { name: first } })).status, 200)
      const again = await user.ask('POST', '/profiles', { body: { name: second } })
      assert.equal(again.status, 409)
      assert.equal(again.body.error.code, 'name_taken')
      assert.equal((await user.ask('GET', '/profiles')).body.data.profiles.length, 2)
    })

  test('the name of the default profile is refused as taken too', async () => {
    const user = await instance.newUser()
    const reply = await user.ask('POST', '/profiles', { body: { name: 'default' } })
    assert.equal(reply.status, 409)
    assert.equal(reply.body.error.code, 'name_taken')
  })

  test('when many requests use one name at once, exactly one succeeds and the others report it as taken', async () => {
    const user = await instance.newUser()
    const names = ['Rush', 'rush', 'RUSH', 'rUSH', 'RuSh', 'ruSH', 'Rush ', ' rush']
    const replies = await Promise.all(names.map((name) => user.ask('POST', '/profiles', { body: { name } })))
    const statuses = replies.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, ...names.slice(1).map(() => 409)])
    for (const { status, body } of replies) if (status === 409) assert.equal(body.error.code, 'name_taken')
    assert.equal((await user.ask('GET', '/profiles')).body.data.profiles.length, 2)
  })
})
