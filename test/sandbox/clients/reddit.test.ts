import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { accepted, startAllSimulated } from '../../harness/all-simulated.ts'

const all = await startAllSimulated()
after(() => all.stop())

const headers = { 'user-agent': 'linux:app:v1 (by /u/somebody) PRAW/8.0.0 prawcore/3.0.2' }
const api = 'reddit/api'

test('PRAW adds itself to the user agent', async () => {
  const token = await all.signIn('reddit', 'praw')
  assert.ok(accepted(await all.call('GET', `${api}/api/v1/me`, { token, headers })).name)
  const bare = { 'user-agent': 'PRAW/8.0.0 prawcore/3.0.2' }
  assert.equal((await all.call('GET', `${api}/api/v1/me`, { token, headers: bare })).status, 403)
})
