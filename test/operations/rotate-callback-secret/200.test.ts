import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('a new secret replaces the old one and is returned from then on; other users’ secrets stay', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const before = (await ana.ask('GET', '/callback-secret')).body.data
    const bens = (await ben.ask('GET', '/callback-secret')).body
    const { status, body } = await ana.ask('POST', '/callback-secret/rotate')
    assert.equal(status, 200)
    assert.notEqual(body.data.secret, before.secret)
    assert.match(body.data.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual((await ana.ask('GET', '/callback-secret')).body, body)
    assert.deepEqual((await ben.ask('GET', '/callback-secret')).body, bens)
  })

  test('a user without a secret gets one', async () => {
    const user = await instance.newUser()
    const { body } = await user.ask('POST', '/callback-secret/rotate')
    assert.deepEqual((await user.ask('GET', '/callback-secret')).body, body)
  })
})
