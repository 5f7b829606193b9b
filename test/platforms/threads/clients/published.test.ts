import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { second } from '../../../../src/domain/time.ts'
import { accepted, startAllSimulated } from '../../../harness/all-simulated.ts'
import { signIn } from '../sign-in.ts'

const all = await startAllSimulated()
after(() => all.stop())

const graph = 'threads/graph/v1.0'

async function signedIn(account: string): Promise<{ id: string; token: string }> {
  const token = await all.signIn(signIn, account)
  const { id } = accepted(await all.call('GET', `${graph}/me`, { query: { fields: 'id', access_token: token } }))
  return { id, token }
}

test('Postiz publishes and reads with the ID of the account instead of `me`', async () => {
  const { id, token } = await signedIn('by its ID')
  const form = { media_type: 'TEXT', text: 'By its ID', access_token: token }
  const { id: creation_id } = accepted(await all.call('POST', `${graph}/${id}/threads`, { form }))
  all.pass(7 * second)
  const publish = { creation_id, access_token: token }
  const post = accepted(await all.call('POST', `${graph}/${id}/threads_publish`, { form: publish }))
  const read = async (path: string, fields: string) =>
    accepted(await all.call('GET', `${graph}/${path}`, { query: { fields, access_token: token } }))
  assert.equal((await read(id, 'id,username')).id, id)
  assert.deepEqual((await read(`${id}/threads`, 'id')).data, [{ id: post.id }])
  assert.deepEqual((await read(`${id}/replies`, 'id')).data, [])
  accepted(await all.call('GET', `${graph}/${id}/threads_publishing_limit`, { query: { access_token: token } }))
})

test('published clients leave out the version, or write a slash at the end', async () => {
  const { id, token } = await signedIn('plain')
  const query = { fields: 'id', access_token: token }
  for (const path of ['threads/graph/me', 'threads/graph/me/', `${graph}/me/`, `threads/graph/${id}`])
    assert.equal(accepted(await all.call('GET', path, { query })).id, id)
})

test('a path that does not exist is refused in the form of the Graph API', async () => {
  const { status, body } = await all.call('GET', `${graph}/me/nothing/at/all`)
  assert.deepEqual([status, body.error.code], [400, 2500])
})

test('Postiz publishes a text only when its container is ready', async () => {
  const { id, token } = await signedIn('patient')
  const form = { media_type: 'TEXT', text: 'Not at once', access_token: token }
  const { id: creation_id } = accepted(await all.call('POST', `${graph}/${id}/threads`, { form }))
  const publish = () =>
    all.call('POST', `${graph}/${id}/threads_publish`, { query: { creation_id, access_token: token } })
  const status = async () => {
    const query = { fields: 'status,error_message', access_token: token }
    return accepted(await all.call('GET', `${graph}/${creation_id}`, { query })).status
  }
  assert.equal(await status(), 'IN_PROGRESS')
  const early = await publish()
  assert.deepEqual([early.status, early.body.error.error_subcode], [400, 4_279_009])
  all.pass(7 * second)
  assert.equal(await status(), 'FINISHED')
  accepted(await publish())
})
