import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { second } from '../../../src/domain/time.ts'
import { accepted, startAllSimulated } from '../../harness/all-simulated.ts'
import { film } from '../../media/fixtures.ts'

const video_url = 'https://client.test/a.mp4'
const all = await startAllSimulated({ [video_url]: film('plain.mp4') })
after(() => all.stop())

const graph = 'facebook/graph/v25.0'

async function pageOf(person: string): Promise<{ id: string; token: string; personToken: string }> {
  const personToken = await all.signIn('facebook', person)
  const query = { fields: 'id,access_token' }
  const [page] = accepted(await all.call('GET', `${graph}/me/accounts`, { token: personToken, query })).data
  return { id: page.id, token: page.access_token, personToken }
}

test('Postiz comments on a video that was posted by its address, and never asks for its status', async () => {
  const { id, token } = await pageOf('commenting')
  const form = { file_url: video_url, description: 'A film', access_token: token }
  const video = accepted(await all.call('POST', `${graph}/${id}/videos`, { form }))
  all.pass(2 * second)
  const comment = await all.call('POST', `${graph}/${video.id}/comments`, {
    form: { message: 'First', access_token: token },
  })
  accepted(comment)
})

test('a person reads their Page, with its token, by its ID; the Page node has no tasks', async () => {
  const { id, token, personToken } = await pageOf('reading')
  const read = (fields: string) => all.call('GET', `${graph}/${id}`, { query: { fields, access_token: personToken } })
  const page = accepted(await read('access_token,name'))
  assert.deepEqual([page.id, page.name, page.access_token], [id, 'reading', token])
  const { status, body } = await read('id,tasks')
  assert.deepEqual([status, body.error.code], [400, 100])
})
