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
    test(`a name that another profile has, the same ${how}, is refused as taken, and the profile keeps its own`, async () => {
      const user = await instance.newUser()
      await user.ask('POST', '/profiles', { body: { name: first } })
      const reply = await user.ask('POST', `/profiles/${user.profileId}`, { body: { name: second } })
      assert.equal(reply.status, 409)
      assert.equal(reply.body.error.code, 'name_taken')
      const { profiles } = (await user.ask('GET', '/profiles')).body.data
      assert.equal(profiles.find(({ id }: { id: string }) => id === user.profileId).name, 'Default')
    })

  test('when two profiles are renamed to one name at once, only one gets it', async () => {
    const user = await instance.newUser()
    const ids = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map(async (name) => {
        const { body } = await user.ask('POST', '/profiles', { body: { name } })
        return body.data.profile_id
      }),
    )
    const replies = await Promise.all(ids.map((id) => user.ask('POST', `/profiles/${id}`, { body: { name: 'Prize' } })))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409])
  })
})
