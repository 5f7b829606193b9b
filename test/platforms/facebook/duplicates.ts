import { type AllSimulated, accepted } from '../../harness/all-simulated.ts'
import { png } from '../../harness/small-media.ts'
import { type Duplicates, text, videoUrl } from '../shared/duplicates.ts'
import { signIn } from './sign-in.ts'

async function pageOf(all: AllSimulated): Promise<{ id: string; token: string }> {
  const token = await all.signIn(signIn, 'twins')
  const [page] = accepted(
    await all.call('GET', 'facebook/graph/v25.0/me/accounts', { token, query: { fields: 'id,access_token' } }),
  ).data
  return { id: page.id, token: page.access_token }
}

export const duplicates: Duplicates = {
  photos: async (all) => {
    const { id, token } = await pageOf(all)
    return async () => {
      const form = new FormData()
      form.set('message', text)
      form.set('source', new Blob([png]), 'a.png')
      accepted(await all.call('POST', `facebook/graph/v25.0/${id}/photos`, { token, form }))
    }
  },
  videos: async (all) => {
    const { id, token } = await pageOf(all)
    const form = { file_url: videoUrl, description: text }
    return async () => accepted(await all.call('POST', `facebook/graph/v25.0/${id}/videos`, { token, form }))
  },
  'text, with another post between': async (all) => {
    const { id, token } = await pageOf(all)
    const post = async (message: string) =>
      accepted(await all.call('POST', `facebook/graph/v25.0/${id}/feed`, { token, form: { message } }))
    return async () => {
      await post(text)
      await post('Other words')
    }
  },
}
