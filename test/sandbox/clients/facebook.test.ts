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
