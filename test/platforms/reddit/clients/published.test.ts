import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { accepted, startAllSimulated } from '../../../harness/all-simulated.ts'
import { signIn } from '../sign-in.ts'

const all = await startAllSimulated()
after(() => all.stop())

const headers = { 'user-agent': 'linux:app:v1 (by /u/somebody) PRAW/8.0.0 prawcore/3.0.2' }
const api = 'reddit/api'

test('PRAW adds itself to the user agent', async () => {
  const token = await all.signIn(signIn, 'praw')
  assert.ok(accepted(await all.call('GET', `${api}/api/v1/me`, { token, headers })).name)
  const bare = { 'user-agent': 'PRAW/8.0.0 prawcore/3.0.2' }
  assert.equal((await all.call('GET', `${api}/api/v1/me`, { token, headers: bare })).status, 403)
})

test('PRAW writes flags with a capital, and paths with a slash at the end', async () => {
  const token = await all.signIn(signIn, 'flags')
  const link = { kind: 'link', sr: 'test', title: 'A link', url: 'https://client.test/', api_type: 'json' }
  const flags = { resubmit: 'True', nsfw: 'True', spoiler: 'True', sendreplies: 'True' }
  const submit = async () =>
    accepted(await all.call('POST', `${api}/api/submit/`, { token, headers, form: { ...link, ...flags } })).json
  const [first, second] = [await submit(), await submit()]
  assert.deepEqual([first.errors, second.errors], [[], []])
  const query = { id: first.data.name, raw_json: '1' }
  const [post] = accepted(await all.call('GET', `${api}/api/info/`, { token, headers, query })).data.children
  assert.deepEqual([post.data.over_18, post.data.spoiler], [true, true])
  const thread = await all.call('GET', `${api}/comments/${first.data.id}/`, {
    token,
    headers,
    query: { raw_json: '1' },
  })
  assert.equal(accepted(thread)[0].data.children[0].data.id, first.data.id)
})
