import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSandboxed } from '../../harness/sandboxed.ts'

test('a platform that is not simulated is 404, with the names of those that are', async (t) => {
  const instance = await startSandboxed('sqlite')
  t.after(instance.stop)
  for (const path of ['myspace', encodeURIComponent('x/../reset'), '..']) {
    const { status, body } = await instance.owner('GET', `/sandbox/${path}/faults`)
    assert.equal(status, 404, path)
    if (path === 'myspace') assert.match(body.error.message, /bluesky/)
  }
})
