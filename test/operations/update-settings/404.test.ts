import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('a profile that does not exist, or belongs to another user, is not found and not changed', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const change = (profile_id: string) => ana.ask('POST', '/settings', { body: { profile_id, faq: 'Taken over' } })
    const [unknown, foreign] = [await change('doesNotExist'), await change(ben.profileId)]
    assert.deepEqual([unknown.status, foreign.status], [404, 404])
    assert.equal(unknown.body.error.code, 'not_found')
    assert.deepEqual(foreign.body.error, unknown.body.error)
    assert.equal((await ben.ask('GET', '/settings')).body.data.faq, '')
  })
})
