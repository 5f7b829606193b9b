import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('a profile that does not exist, or belongs to another user, is not found and stays', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const made = await ben.ask('POST', '/profiles', { body: { name: 'Ben’s' } })
    const id = made.body.data.profile_id
    const [unknown, foreign] = [
      await ana.ask('DELETE', '/profiles/doesNotExist'),
      await ana.ask('DELETE', `/profiles/${id}`),
    ]
    assert.deepEqual([unknown.status, foreign.status], [404, 404])
    assert.deepEqual(foreign.body.error, unknown.body.error)
    assert.ok((await ben.ask('GET', '/profiles')).text.includes(id))
  })

  test('another user’s default profile is not found, and the error does not reveal that it is a default', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const { status, body } = await ana.ask('DELETE', `/profiles/${ben.profileId}`)
    assert.equal(status, 404)
    assert.equal(body.error.code, 'not_found')
  })
})
